import type { Intent } from './intent.js'

/** Cues by which a topic shows what kind of text it asks for; the first that matches decides. Own list, in lower case. */
export const intentCues: readonly { readonly intent: Intent; readonly cue: RegExp }[] = [
  {
    intent: 'announcement',
    cue: /^(introducing|announcing|announcement|meet|say hello to|launching (our|the|my)|new:|hello,)\b|\b(now available|is live|is here|are here|coming soon|just (launched|released|shipped)|(we|i) (launched|released|shipped|raised|acquired)|(we are|we're) (hiring|launching|moving|opening)|release of|launch of)\b/
  },
  {
    intent: 'comparison',
    cue: /\b(vs|versus|compared (to|with)|alternatives? to|differences? between|better than)\b/
  },
  {
    intent: 'comparison',
    cue: /^[\p{L}\p{N}.+#-]+( [\p{L}\p{N}.+#-]+)? or [\p{L}\p{N}.+#-]+( [\p{L}\p{N}.+#-]+)?\??$/u
  },
  {
    intent: 'case',
    cue: /\b(case study|post-?mortem|behind the scenes|lessons? (learned|learnt|from)|what (we|i) (learned|learnt)|our journey|my journey)\b|^how (we|i|our|my)\b/
  },
  {
    intent: 'list',
    cue: /^(the )?(top )?(\d+|two|three|four|five|six|seven|eight|nine|ten|twelve) |^top \d|\b(tips|ways|mistakes|ideas|examples|reasons|habits|signs|myths|rules|tricks|hacks|checklist|trends|quotes|questions to ask|dos and don'?ts)\b/
  },
  { intent: 'how-to', cue: /^how to\b|\b(guide|tutorial|step[- ]by[- ]step|getting started|introduction to|101)\b/ },
  {
    intent: 'opinion',
    cue: /^(why|stop|the problem with|the case (for|against)|in defence of|in defense of|against)\b|\b(overrated|underrated|is dead|are dead|is broken|are broken|is a myth|unpopular opinion|hot take|should(n't)?|must|(don't|do not) need|wrong about|isn't|aren't|is not|are not|will (never|always|replace))\b/
  }
]
