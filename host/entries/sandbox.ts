import { type Static, Type } from '@product-host/sdk'

/** Whether the program of a source, or the process of a plugin, runs in a sandbox: where there is one, only in one, or in none. */
export const SandboxMember = Type.Union([Type.Literal('auto'), Type.Literal('required'), Type.Literal('none')])

export type SandboxMember = Static<typeof SandboxMember>

/**
 * How a program in a sandbox reaches other machines: by the host's proxy, as the host itself does, or not at all.
 */
export const NetworkMember = Type.Union([Type.Literal('proxy'), Type.Literal('host'), Type.Literal('none')])

export type NetworkMember = Static<typeof NetworkMember>

/** Files and folders that it sees in its sandbox in addition to its own, from the deployment's folder; for all accounts the same. */
export const FilesMember = Type.Object(
  {
    read: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
    write: Type.Optional(Type.Array(Type.String({ minLength: 1 })))
  },
  { additionalProperties: false }
)

export type FilesMember = Static<typeof FilesMember>
