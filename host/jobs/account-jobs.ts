import type { Job, JobChange, Jobs, RecurringJob, Storage } from '@product-host/sdk'

/** The jobs of one account in one product, changed through the product's own storage. */
export class AccountJobs implements Jobs {
  constructor(
    private readonly storage: Storage,
    private readonly cancelled: (id: string) => Promise<boolean>
  ) {}

  async schedule(job: Job): Promise<void> {
    await this.#change({ schedule: job })
  }

  async every(job: RecurringJob): Promise<void> {
    await this.#change({ every: job })
  }

  async cancel(id: string): Promise<boolean> {
    return this.cancelled(id)
  }

  async #change(change: JobChange): Promise<void> {
    await this.storage.update([], () => ({ jobs: [change], result: undefined }))
  }
}
