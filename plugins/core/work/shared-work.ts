/** Work that is never done twice at once: who asks for it while it runs gets what that run comes to. */
export class SharedWork<Result> {
  readonly #running = new Map<string, Promise<Result>>()

  run(name: string, work: () => Promise<Result>): Promise<Result> {
    const running = this.#running.get(name)
    if (running) return running
    const begun = work().finally(() => this.#running.delete(name))
    this.#running.set(name, begun)
    return begun
  }
}
