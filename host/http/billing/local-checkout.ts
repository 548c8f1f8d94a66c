import { injectable } from '@product-host/sdk'
import type { Express, Request } from 'express'
import { type Choice, LocalCheckout } from '../../accounts/billing/local/checkout.js'
import { pages } from '../../pages.js'
import { Problem } from '../../problems.js'
import { readBytes, unknownMembers } from '../body.js'
import { otherMethods } from '../methods.js'
import { sendEmpty, sendPage } from '../reply.js'
import { closedPage, localPage, localStyle, localStylePath } from './local-page.js'

const choices: readonly string[] = ['none', 'visa', 'mastercard', 'remove'] satisfies readonly Choice[]

/** The pages of the stand-in checkout: only the demo has them. */
@injectable()
export class LocalCheckoutRoutes {
  constructor(private readonly checkout: LocalCheckout) {}

  addTo(app: Express): void {
    app
      .route(localStylePath)
      .get((request, _response) => sendStyle(request))
      .all(otherMethods('GET, HEAD, OPTIONS'))
    app
      .route(`${pages.localCheckout}/:token`)
      .get((request, _response) => this.show(request, request.params.token))
      .post((request, _response) => this.choose(request, request.params.token))
      .all(otherMethods('GET, HEAD, POST, OPTIONS'))
  }

  async show(request: Request, token: string): Promise<void> {
    const page = await this.checkout.open(token)
    if (page) sendHtml(request, 200, localPage(page))
    else sendHtml(request, 404, closedPage())
  }

  /** Takes the form, and leads back to the dashboard, which only reads. */
  async choose(request: Request, token: string): Promise<void> {
    const page = await this.checkout.open(token)
    if (!page) return sendHtml(request, 404, closedPage())
    const choice = await choiceOf(request)
    if (await this.checkout.choose(page, choice)) sendEmpty(request.exchange, 303, { Location: pages.billing })
    else sendHtml(request, 400, localPage(page, 'The trial is over: choose a card to go on.'))
  }
}

/** Throws a `Problem` for a form that does not say what there is to choose. */
async function choiceOf(request: Request): Promise<Choice> {
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

function isChoice(text: string): text is Choice {
  return choices.includes(text)
}

function sendHtml({ exchange }: Request, status: number, text: string): void {
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }
  sendPage(exchange, status, Buffer.from(text), headers)
}

function sendStyle({ exchange }: Request): void {
  const headers = { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'no-cache' }
  sendPage(exchange, 200, Buffer.from(localStyle), headers)
}
