import type { Hook } from '@product-host/sdk'
import { injectable } from '@product-host/sdk'
import { DisabledAccounts } from '../../accounts/keys/check-key.js'
import type { Caller } from '../../base/caller.js'
import { Problem } from '../../base/problems.js'
import { HookStore, type StoredHook } from '../../hooks/hook-store.js'
import { Registry } from '../../products/registry.js'
import { Access } from '../access.js'
import { JobCallers } from '../job-callers.js'

/** Decides whether a hook takes calls now, and as whom. */
@injectable()
export class HookCallers {
  constructor(
    private readonly store: HookStore,
    private readonly callers: JobCallers,
    private readonly access: Access,
    private readonly disabled: DisabledAccounts,
    private readonly registry: Registry
  ) {}

  /** The declaration of a hook, as its product is served today. */
  declaredOf({ slug, hook }: StoredHook): Hook | undefined {
    const { hooks = {} } = this.registry.bySlug.get(slug)?.mounted.product ?? {}
    return Object.hasOwn(hooks, hook) ? hooks[hook] : undefined
  }

  /**
   * The caller of a hook: it may execute the product of the hook, and nothing else. Throws a `Problem` when the hook takes no calls:
   * it is switched off, the account or its plan does not allow it, its key or session has ended, its product has no such hook, or it
   * cannot be decrypted.
   */
  async admit(account: string, hook: StoredHook): Promise<Caller> {
    if (!hook.enabled) throw new Problem('hook_disabled', 'The hook is switched off.')
    await this.disabled.refuse(account)
    const caller = await this.callers.ofHook(account, hook)
    const product = this.access.product(hook.slug)
    if (!this.declaredOf(hook)) throw new Problem('hook_disabled', 'The product has no such hook any more.')
    await this.access.admit(caller, product)
    this.store.secretOf(account, hook)
    this.store.fieldsOf(account, hook)
    return caller
  }

  /** Why a hook that is switched on takes no calls; undefined if it takes them. */
  async refusal(account: string, hook: StoredHook): Promise<Problem | undefined> {
    if (!hook.enabled) return undefined
    try {
      await this.admit(account, hook)
      return undefined
    } catch (error) {
      if (error instanceof Problem && error.status < 500) return error
      throw error
    }
  }
}
