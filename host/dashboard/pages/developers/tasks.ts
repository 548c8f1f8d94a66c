/** Something that people do in the dashboard. */
export interface Task {
  readonly title: string
  /** The page where it is done. */
  readonly to: string
  readonly about: string
  /** Other words that people search for it. */
  readonly words: string
}

/** What the guides do not describe because a page of the dashboard does it: for the first page of the reference, and for its search. */
export const tasks: readonly Task[] = [
  {
    title: 'Limit the calls of a key or of the account',
    to: '/usage',
    about: 'A budget for each day or month: you are warned first, and then calls are refused.',
    words: 'cap, quota, spending limit, cost, alert'
  },
  {
    title: 'See what a call did',
    to: '/calls',
    about: 'Every call of the last days with its status, duration and request ID.',
    words: 'log, history, debug, trace, failed request, latency'
  },
  {
    title: 'Run an action in the background',
    to: '/runs',
    about: 'A run goes on without the request that started it, and shows its steps.',
    words: 'asynchronous, long-running, job, progress, cancel a run'
  },
  {
    title: 'Run an action on a schedule',
    to: '/schedules',
    about: 'At certain times, in words or as a cron pattern.',
    words: 'every day, daily, hourly, weekly, recurring, periodically, timer, later'
  },
  {
    title: 'Let another service start an action',
    to: '/hooks',
    about: 'A hook is a URL to which a service sends its webhooks.',
    words: 'incoming webhook, trigger, receive a webhook of Stripe or GitHub, form'
  },
  {
    title: 'See and delete stored data',
    to: '/data',
    about: 'What products have stored for you: single records, or all of a product.',
    words: 'my data, erase, remove, privacy, GDPR, export, records'
  },
  {
    title: 'Start the trial, or change or cancel the plan',
    to: '/billing',
    about: 'The plan, the payment card and the invoices.',
    words: 'subscription, subscribe, unsubscribe, upgrade, price, cost, pay'
  },
  {
    title: 'Turn on two-factor authentication',
    to: '/account',
    about: 'A code of an authenticator app is asked for after the password.',
    words: '2FA, TOTP, recovery codes, security, log in, sign in'
  },
  {
    title: 'Change the password, or delete the account',
    to: '/account',
    about: 'Also the e-mail address and the devices that are signed in.',
    words: 'close the account, leave, sessions, sign out everywhere'
  }
]
