import { useMutation, useQuery } from '@tanstack/react-query'
import { eventsKey } from './account.js'
import { refresh } from './query-client.js'
import { read, request } from './request.js'

const path = '/dashboard/api/accounts/me/second-factor'
const factorKey = ['second-factor'] as const

/** `GET /dashboard/api/accounts/me/second-factor` */
export interface SecondFactorStatus {
  readonly isActive: boolean
  readonly activeSince: string | null
  readonly recoveryCodesLeft: number
  /** When a requested removal takes effect; null if none was requested. */
  readonly removedAt: string | null
}

/** `POST /dashboard/api/accounts/me/second-factor` */
export interface SecondFactorSetup {
  readonly secret: string
  readonly uri: string
  readonly expiresAt: string
}

interface NewRecoveryCodes {
  readonly recoveryCodes: readonly string[]
}

/** Whether the second factor is on, and how many recovery codes are left. */
export function useSecondFactor() {
  return useQuery({ queryKey: factorKey, queryFn: () => read<SecondFactorStatus>(path) })
}

/** Starts the setup: a secret for the authenticator app. */
export function useStartSetup() {
  return useMutation({ mutationFn: async () => (await request<SecondFactorSetup>('POST', path)).body })
}

/** Turns the second factor on with the first code of the app: the recovery codes. */
export function useTurnOnFactor() {
  return useMutation({
    mutationFn: (body: { code: string }) => requestCodes(`${path}/confirm`, body),
    onSuccess: refreshFactor
  })
}

/** Creates new recovery codes in place of the old ones. */
export function useReplaceRecoveryCodes() {
  return useMutation({ mutationFn: () => requestCodes(`${path}/recovery-codes`), onSuccess: refreshFactor })
}

/** Turns the second factor off. */
export function useTurnOffFactor() {
  return useMutation({
    mutationFn: (body: { code: string }) => request('DELETE', path, { body }),
    onSuccess: refreshFactor
  })
}

/** Cancels a requested removal of the second factor. */
export function useKeepFactor() {
  return useMutation({ mutationFn: () => request('DELETE', `${path}/removal`), onSuccess: refreshFactor })
}

async function requestCodes(address: string, body?: { code: string }): Promise<readonly string[]> {
  return (await request<NewRecoveryCodes>('POST', address, { body })).body.recoveryCodes
}

function refreshFactor(): void {
  refresh(factorKey, eventsKey)
}
