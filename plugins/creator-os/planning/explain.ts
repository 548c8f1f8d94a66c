import { priorStrength } from './cells.js'
import type { Pick } from './pick.js'
import { priorSource } from './priors.js'

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Why a time was chosen, in a sentence or two. */
export function explain({ worth, score, slot, reasons }: Pick): string {
  const hour = `${weekdays[slot.weekday - 1]} ${String(slot.clockHour).padStart(2, '0')}:00`
  const basis =
    worth.samples === 0
      ? `${hour} has ${shown(worth.prior)} (${priorSource}).`
      : `${hour} has ${shown(worth.score)}: ${worth.samples} own ${worth.samples === 1 ? 'result weighs' : 'results weigh'} ${share(worth.samples)} %, the prior ${shown(worth.prior)} the rest.`
  return reasons.length === 0 ? basis : `${basis} Lowered to ${shown(score)} for ${reasons.join(' and ')}.`
}

function share(samples: number): number {
  return Math.round((100 * samples) / (samples + priorStrength))
}

function shown(score: number): string {
  return String(Math.round(score * 100) / 100)
}
