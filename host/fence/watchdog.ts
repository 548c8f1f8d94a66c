import { Worker } from 'node:worker_threads'
import type { Place, Watch } from './watch.js'

/** How often the event loop shows that it turns, in milliseconds. */
const beatMs = 100
/** Plugins that can be watched. */
const mostPlugins = 8_192

/** What the thread is started with. Cells: 0 the beats, 1 whose code runs, from 2 on the calls under way, by plugin. */
export interface Watched {
  readonly cells: Int32Array
  readonly plugins: readonly WatchedPlugin[]
  readonly beatMs: number
}

/** A plugin that is watched, and its cell. */
export interface WatchedPlugin {
  readonly cell: number
  readonly plugin: string
}

/**
 * Watches the event loop from a thread of its own, which writes a line to standard output when the loop stands still, while it
 * stands still: the plugin whose code has not returned, or, after an `await`, those that have calls under way.
 */
export class Watchdog implements Watch {
  readonly #cells = new Int32Array(new SharedArrayBuffer((2 + mostPlugins) * Int32Array.BYTES_PER_ELEMENT))
  readonly #plugins: WatchedPlugin[] = []
  #timer: NodeJS.Timeout | undefined
  #thread: Worker | undefined

  /** Starts to watch; a host that starts has nobody yet whom a busy event loop keeps waiting. */
  start(): void {
    const workerData: Watched = { cells: this.#cells, plugins: this.#plugins, beatMs }
    this.#thread = new Worker(new URL('./watchdog-thread.js', import.meta.url), {
      name: 'watchdog',
      workerData,
      env: {},
      execArgv: []
    })
    this.#thread.unref()
    this.#timer = setInterval(() => Atomics.add(this.#cells, 0, 1), beatMs).unref()
  }

  place(plugin: string): Place {
    const cells = this.#cells
    const cell = 2 + (this.#plugins.length % mostPlugins)
    const watched = { cell, plugin }
    this.#plugins.push(watched)
    this.#thread?.postMessage(watched satisfies WatchedPlugin)
    const count = (by: number) => {
      cells[cell] = (cells[cell] ?? 0) + by
    }
    return {
      begin: () => count(1),
      end: () => count(-1),
      run(work) {
        const outer = cells[1] ?? 0
        cells[1] = cell
        try {
          return work()
        } finally {
          cells[1] = outer
        }
      }
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#thread?.terminate()
  }
}
