/** How the sample answers and webhooks of this product are made: an account whose budget is soon used up. */
export const scenario = {
  settings: {
    monthlyBudgetGbp: '1',
    'alert.url': 'https://alerts.example.com/hook',
    'alert.secret': `whsec_${'A'.repeat(43)}=`
  },
  egress: { request: () => ({ status: 204 }) },
  calls: [{ action: 'ledger_sync', input: { tokens: 400_000, pricePer1kGbp: 0.002 } }]
}
