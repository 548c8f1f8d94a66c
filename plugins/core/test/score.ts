import { readdir, writeFile } from 'node:fs/promises'
import { deployAll } from './deployment.js'
import { type Score, scoreRequests, scoreRouting } from './scorer.js'

/**
 * Prints how the sets of `unseen` and `development` are read: what is routed right, what is carried out as asked, what is refused as
 * it must be, by kind, the wrong plans, and the time that a text takes. With a word, only sets
 * with it in their names are read; with the name of a file, every miss is written to it.
 */
async function main(word = '', missesFile?: string): Promise<void> {
  const all: (Score & { readonly file: string })[] = []
  const deployment = await deployAll()
  for (const folder of ['unseen', 'development']) {
    const names = await readdir(new URL(`../test/${folder}/`, import.meta.url))
    const isMeant = (name: string) => /^(?:routing|requests).*\.jsonl$/.test(name) && `${folder}/${name}`.includes(word)
    for (const name of names.filter(isMeant).toSorted(byNumber)) {
      const file = `${folder}/${name}`
      const score = await (name.startsWith('routing')
        ? scoreRouting(file, deployment)
        : scoreRequests(file, deployment))
      all.push({ ...score, file })
      console.log(line(file, [score]))
    }
    const own = all.filter(({ file }) => file.startsWith(folder))
    const isRouting = ({ file }: { readonly file: string }) => file.includes('/routing')
    const sums = { routing: own.filter(isRouting), requests: own.filter(each => !isRouting(each)) }
    for (const [what, scores] of Object.entries(sums))
      if (scores.length > 0) console.log(line(`${folder}: ${what}`, scores))
  }
  if (missesFile === undefined) return
  const misses = all.flatMap(({ file, misses }) => misses.map(miss => `${file} ${miss}\n`))
  await writeFile(missesFile, misses.join(''))
}

function line(name: string, scores: readonly Score[]): string {
  const kinds = new Map<string, { right: number; of: number; wrong: number; proposed: number }>()
  for (const [kind, { right, of, wrong, proposed }] of scores.flatMap(each => Object.entries(each.kinds))) {
    const sum = kinds.get(kind) ?? { right: 0, of: 0, wrong: 0, proposed: 0 }
    kinds.set(kind, {
      right: sum.right + right,
      of: sum.of + of,
      wrong: sum.wrong + wrong,
      proposed: sum.proposed + proposed
    })
  }
  const parts = [...kinds].map(([kind, { right, of, wrong, proposed }]) => {
    const plans = kind === 'supported' ? ` (${proposed} to confirm, ${wrong} wrong)` : ''
    return `${kind} ${right}/${of}${plans}`
  })
  const texts = [...kinds.values()].reduce((sum, { of }) => sum + of, 0)
  const took = scores.reduce((sum, each) => sum + each.took, 0)
  return `${name}: ${parts.join(' · ')} · ${(took / texts).toFixed(1)} ms a text`
}

function byNumber(left: string, right: string): number {
  return left.localeCompare(right, 'en', { numeric: true })
}

await main(process.argv[2], process.argv[3])
