/** What keeps an account from running something, in words for somebody who sits before the pages. */
export const refusalTexts: Readonly<Record<string, { readonly title: string; readonly text: string }>> = {
  waitlisted: {
    title: 'You are on the waitlist of this product',
    text: 'A payment card on your account lifts it, at once. Settings can be saved already.'
  },
  trial_required: { title: 'Start the trial first', text: 'It is free for three days and asks for no card.' },
  recent_sign_in_required: {
    title: 'This was not done',
    text: 'It needs your password, since your sign-in is older than 15 minutes.'
  },
  trial_expired: {
    title: 'The plan has ended',
    text: 'Actions run again as soon as the plan does. Nothing was deleted.'
  },
  product_disabled: { title: 'You have switched this product off', text: 'Its settings switch it on again.' }
}
