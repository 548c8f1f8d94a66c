import { type ChildProcess, fork } from 'node:child_process'

/** A module of this folder in a process of its own, which answers one question at a time over IPC. */
export class Program<Ready> {
  private constructor(
    readonly name: string,
    /** What the program said when it had started. */
    readonly ready: Ready,
    readonly child: ChildProcess
  ) {}

  /** Starts a module, such as `load`, and waits until it is ready. Its standard output is dropped, as /dev/null does. */
  static async start<Ready>(module: string, options: object, flags: readonly string[] = []): Promise<Program<Ready>> {
    const child = fork(new URL(`./${module}.js`, import.meta.url), [JSON.stringify(options)], {
      execArgv: [...flags],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, NODE_ENV: 'production' }
    })
    const name = `${module} ${JSON.stringify(options)}`
    return new Program(name, (await answerOf(child, name)) as Ready, child)
  }

  /** Asks the program, and waits for its answer. Rejects when the program reports an error or ends. */
  async ask<Answer>(question: object): Promise<Answer> {
    const answer = answerOf(this.child, this.name)
    this.child.send(question)
    return (await answer) as Answer
  }

  /** Ends the process, and waits until it is gone. */
  async end(): Promise<void> {
    const { child } = this
    if (child.exitCode !== null || child.signalCode !== null) return
    const { promise, resolve } = Promise.withResolvers<void>()
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
    await promise
  }
}

/** Serves a program's questions in its own process; an error is reported to the process that asked. */
export function answerQuestions<Question>(ready: object, answer: (question: Question) => unknown): void {
  process.on('message', async (question: Question) => {
    try {
      process.send?.({ answer: await answer(question) })
    } catch (error) {
      process.send?.({ error: error instanceof Error ? error.message : String(error) })
    }
  })
  process.once('disconnect', () => process.exit())
  process.send?.({ answer: ready })
}

function answerOf(child: ChildProcess, name: string): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const onMessage = (message: { readonly answer?: unknown; readonly error?: string }) => {
    child.off('exit', onExit)
    if (message.error === undefined) resolve(message.answer)
    else reject(new Error(`${name}: ${message.error}`))
  }
  const onExit = (code: number | null, signal: string | null) => {
    child.off('message', onMessage)
    reject(new Error(`${name} ended with ${code ?? signal}.`))
  }
  child.once('message', onMessage)
  child.once('exit', onExit)
  return promise
}
