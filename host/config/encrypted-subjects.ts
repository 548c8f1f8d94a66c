/** The subjects of the host's own records that hold encrypted secrets, each account's records below them. */
export const encryptedSubjects = { config: 'config', secondFactor: 'second-factor' } as const
