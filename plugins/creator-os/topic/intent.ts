import { intentCues } from './intent-cues.js'

/** What kind of text a topic asks for. */
export type Intent = 'how-to' | 'list' | 'comparison' | 'opinion' | 'announcement' | 'case'

/** What a text is for. */
export type Goal = 'educate' | 'sell' | 'engage' | 'announce'

/** The kind of text that a topic's wording asks for; without any cue it is a how-to, or the announcement that the goal names. */
export function intentOf(topic: string, goal: Goal): Intent {
  const text = topic.toLowerCase().replaceAll('’', "'")
  const cued = intentCues.find(({ cue }) => cue.test(text))
  return cued?.intent ?? (goal === 'announce' ? 'announcement' : 'how-to')
}
