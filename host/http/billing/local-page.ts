import type { OpenPage } from '../../accounts/billing/local/checkout.js'
import { isoTime } from '../../clock.js'
import { pages } from '../../pages.js'

/** Where the pages' style lies: no page may bring one inside it. */
export const localStylePath = `${pages.localCheckout}.css`

/** The style of the stand-in's pages. */
export const localStyle = `body { font: 1rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a; background: #fff }
.stand-in { border: 2px dashed #8a4b00; background: #fff4e0; padding: .5rem 1rem }
button { font: inherit; padding: .5rem 1.25rem }
`

/** The stand-in's page: a plain form that needs no script. */
export function localPage(page: OpenPage, complaint?: string): string {
  const [title, text, choices, action] = wording(page)
  const options = choices
    .map(
      ([value, label], index) =>
        `<p><label><input type="radio" name="card" value="${value}"${index === 0 ? ' checked' : ''}> ${label}</label></p>`
    )
    .join('\n')
  return document(
    title,
    `${complaint === undefined ? '' : `<p role="alert"><strong>${complaint}</strong></p>`}
<p>${text}</p>
<p>${standingText(page)}</p>
<form method="post">
<fieldset><legend>Payment card</legend>
${options}
</fieldset>
<p><button>${action}</button></p>
</form>`
  )
}

/** What is shown for a link that is not good. */
export function closedPage(): string {
  return document(
    'This checkout is closed',
    '<p>The link is not good, or not any more. Begin again in the dashboard.</p>'
  )
}

type Wording = readonly [title: string, text: string, choices: readonly (readonly [string, string])[], action: string]

const cards = [
  ['visa', 'Test card Visa •••• 4242'],
  ['mastercard', 'Test card Mastercard •••• 4444']
] as const

function wording({ purpose, standing }: OpenPage): Wording {
  if (purpose === 'card') {
    const removal = standing.card.held ? [['remove', 'Remove the card'] as const] : []
    return [
      'Payment card',
      'A card opens the products that are on a waitlist without one.',
      [...cards, ...removal],
      'Save'
    ]
  }
  if (standing.status === 'none')
    return [
      'Start the trial',
      'Three days of the plan called gateway. No card is needed; without one, the trial simply ends.',
      [['none', 'No card for now'], ...cards],
      'Start the trial'
    ]
  const kept = standing.card.held ? [['none', 'The card that is held'] as const] : []
  return ['Go on with the plan', 'The plan called gateway goes on at once, with a card.', [...kept, ...cards], 'Go on']
}

function standingText({ standing: { status, trialEndsAt, card } }: OpenPage): string {
  const plan = trialEndsAt === null ? status : `${status}, trial until ${isoTime(trialEndsAt)}`
  return `Plan now: ${plan}. Card now: ${card.held ? `${card.brand} •••• ${card.last4}` : 'none'}.`
}

function document(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – stand-in checkout</title>
<link rel="stylesheet" href="${localStylePath}">
</head>
<body>
<p class="stand-in"><strong>This is a stand-in for a checkout.</strong> It exists in the demo on this machine alone. Nobody
pays anything here, and it takes no real card.</p>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
}
