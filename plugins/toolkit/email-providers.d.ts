declare module 'email-providers' {
  /** Domains of providers of free mail boxes. */
  const domains: readonly string[]
  export default domains
}
