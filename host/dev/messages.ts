/** What the parent asks of a process that it keeps ready: to load the plugins and say what came of it, or to serve. */
export type Asked = { readonly ask: 'try' } | { readonly ask: 'serve'; readonly greets: boolean }

/** What a process that is kept ready says. */
export type Said =
  | { readonly say: 'ready' }
  | ({ readonly say: 'tried' } & Tried)
  | { readonly say: 'serving'; readonly port: number }
  | { readonly say: 'failed'; readonly reason: string }

/** What became of a deployment's plugins when they were loaded, each by its package. */
export interface Tried {
  readonly sound: readonly { readonly plugin: string; readonly slug: string; readonly version: string }[]
  readonly unsound: readonly { readonly plugin: string; readonly reason: string }[]
}
