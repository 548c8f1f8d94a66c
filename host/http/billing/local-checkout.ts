import { injectable } from '@product-host/sdk'
import type { Express, Request } from 'express'
import { pages } from '../../base/pages.js'
import { Problem } from '../../base/problems.js'
import { type CardChoice, LocalCheckout, type OpenCheckoutPage } from '../../billing/local-checkout.js'
import type { PaymentCard, PlanState } from '../../billing/plan.js'
import { sendEmpty, sendPage } from '../reply.js'
import { readBytes, unknownMembers } from '../request-body.js'
import { addRoute } from '../route.js'

const choices: readonly string[] = ['none', 'visa', 'mastercard', 'remove'] satisfies readonly CardChoice[]

/** The pages of the local checkout, which only the demo has. */
@injectable()
export class LocalCheckoutRoutes {
  constructor(private readonly checkout: LocalCheckout) {}

  addTo(app: Express): void {
    addRoute(app, localStylePath, { get: request => sendStyle(request) })
    addRoute(app, `${pages.localCheckout}/:token`, {
      get: request => this.show(request, request.params.token),
      post: request => this.choose(request, request.params.token)
    })
  }

  async show(request: Request, token: string): Promise<void> {
    const page = await this.checkout.open(token)
    if (page) sendHtml(request, 200, localPage(page))
    else sendHtml(request, 404, closedPage())
  }

  /** Accepts the form, and redirects to the dashboard, which only reads. */
  async choose(request: Request, token: string): Promise<void> {
    const page = await this.checkout.open(token)
    if (!page) return sendHtml(request, 404, closedPage())
    const choice = await choiceOf(request)
    if (await this.checkout.choose(page, choice)) sendEmpty(request.context, 303, { Location: pages.billing })
    else sendHtml(request, 400, localPage(page, 'The trial is over: choose a card to continue.'))
  }
}

/** Throws a `Problem` for a form without a valid choice. */
async function choiceOf(request: Request): Promise<CardChoice> {
  if (!request.is('application/x-www-form-urlencoded'))
    throw new Problem('unsupported_media_type', 'Send the form as a browser does: application/x-www-form-urlencoded.')
  const form = new URLSearchParams((await readBytes(request)).toString())
  const [card = '', ...others] = form.getAll('card')
  const unknown = unknownMembers({ value: Object.fromEntries(form), removed: [] }, ['card'])
  if (isChoice(card) && others.length === 0 && unknown.length === 0) return card
  const fix = `Send one of ${choices.join(', ')}, once.`
  const errors = unknown.length > 0 ? unknown : [{ pointer: '#/card', code: 'enum', detail: 'is not a choice', fix }]
  throw new Problem('invalid_input', 'The form does not fit; see errors.', { errors })
}

function isChoice(text: string): text is CardChoice {
  return choices.includes(text)
}

function sendHtml({ context }: Request, status: number, text: string): void {
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }
  sendPage(context, status, Buffer.from(text), headers)
}

function sendStyle({ context }: Request): void {
  const headers = { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'no-cache' }
  sendPage(context, 200, Buffer.from(localStyle), headers)
}

/** The address of the pages' style: no page may contain one. */
const localStylePath = `${pages.localCheckout}.css`

/** The style of the pages. */
const localStyle = `:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a; background: #fff }
.brand { font-weight: 650; margin: 0 0 1rem }
.stand-in { border: 2px dashed #8a4b00; background: #fff4e0; padding: .5rem 1rem; margin-bottom: 2rem }
h1 { font-size: 1.625rem; line-height: 1.2 }
fieldset { margin: 0; padding: .25rem 1rem; border: 1px solid #c9c8c2; border-radius: 10px }
legend { font-weight: 600 }
small { display: block; margin-left: 1.5rem; font-size: .875rem; color: #55544f }
a { color: #2f4fc4 }
button { font: inherit; font-weight: 600; padding: .625rem 1.25rem; border: 0; border-radius: 6px; color: #fff; background: #2f4fc4; cursor: pointer }
:focus-visible { outline: 3px solid #2f4fc4; outline-offset: 2px }
@media (prefers-color-scheme: dark) {
  body { color: #ececea; background: #161616 }
  .stand-in { border-color: #d9a45f; background: #33260f }
  fieldset { border-color: #4a4a46 }
  small { color: #b4b3ad }
  a { color: #9db1ff }
  :focus-visible { outline-color: #9db1ff }
}
`

/** The page: a plain form that needs no script. */
function localPage(page: OpenCheckoutPage, complaint?: string): string {
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
${planText(page)}<form method="post">
<fieldset><legend>Payment card</legend>
${options}
</fieldset>
<p><button>${action}</button></p>
</form>
<p><a href="/billing">Back to Billing</a></p>`
  )
}

/** The page for an invalid link. */
function closedPage(): string {
  return document('This checkout is closed', '<p>The link is invalid or has expired. Start again in the dashboard.</p>')
}

type Wording = readonly [title: string, text: string, choices: readonly (readonly [string, string])[], action: string]

const cards = [
  ['visa', 'Test card Visa •••• 4242'],
  ['mastercard', 'Test card Mastercard •••• 4444']
] as const

function wording({ purpose, planState }: OpenCheckoutPage): Wording {
  if (purpose === 'cancel' && planState.status === 'trialing' && planState.card.held)
    return [
      'Cancel the plan',
      'Without a card, the plan ends with the trial. The products that need a card close at once.',
      [
        ['remove', 'Remove the card, which cancels the plan'],
        ['none', 'Keep the card and the plan']
      ],
      'Save'
    ]
  if (purpose !== 'trial') {
    const removal = planState.card.held ? [['remove', 'Remove the card'] as const] : []
    return ['Payment card', 'A card opens the products that need one.', [...cards, ...removal], 'Save']
  }
  if (planState.status === 'none')
    return [
      'Start the trial',
      'Free for three days. Without a card, the trial simply ends.',
      [['none', 'No card for now <small>Products that need a card stay closed until you add one.</small>'], ...cards],
      'Start the trial'
    ]
  const current = planState.card.held ? [['none', `Your card, ${cardText(planState.card)}`] as const] : []
  return ['Renew the plan', 'With a card, the plan is active again at once.', [...current, ...cards], 'Renew the plan']
}

function planText({ planState: { status, trialEndsAt, card } }: OpenCheckoutPage): string {
  if (status === 'none' && !card.held) return ''
  const until = status === 'trialing' && trialEndsAt !== null ? ` until ${minute.format(trialEndsAt)} UTC` : ''
  return `<p>Your plan: ${statuses[status]}${until}. Your card: ${card.held ? cardText(card) : 'none'}.</p>\n`
}

const statuses: Readonly<Record<PlanState['status'], string>> = {
  none: 'not started',
  trialing: 'trial',
  active: 'active',
  expired: 'ended',
  canceled: 'cancelled'
}

const minute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** A card as people know it: `Visa •••• 4242`. */
function cardText({ brand, last4 }: PaymentCard): string {
  const name = brand ?? 'card'
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} •••• ${last4}`
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
<header>
<p class="brand">Product Host</p>
<p class="stand-in"><strong>This is a stand-in for a checkout.</strong> It exists in the demo on this machine alone. Nobody
pays anything here, and it takes no real card.</p>
</header>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
}
