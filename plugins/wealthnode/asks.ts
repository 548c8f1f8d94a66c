import type { Asks } from '@product-host/sdk'

/** How people ask for `ledger_sync`; written for this product. */
export const ledgerSyncAsks: Asks = {
  sentences: [
    'record 120000 tokens at £0.0021',
    'log the token spend of that call',
    'book what this model call cost',
    'add 50,000 tokens for customer acme to the ledger',
    'we used 2 million tokens of gpt-4o today at £0.004 per 1k',
    'enter the AI usage cost in the books',
    'track the LLM bill for the chat feature',
    'bill the customer for 10k tokens',
    'sync this usage to the ledger',
    'register the consumption of tokens',
    'charge 30k tokens to the project',
    'put this model spend on the books',
    'an inference cost of £0.30',
    'revenue of 10k tokens billed at £0.01'
  ],
  cues: [
    'tokens',
    'ledger',
    'token spend',
    'per 1k',
    'price per 1000',
    'book the cost',
    'record the cost',
    'llm bill',
    'token cost',
    'inference cost',
    'api cost',
    'on the books'
  ]
}

/** How people ask for `margin_radar`; written for this product. */
export const marginRadarAsks: Asks = {
  sentences: [
    'what is our margin this month',
    'are we making money on AI',
    'show the margin by customer',
    'which model eats our profit',
    'forecast the AI spend for this month',
    'did our costs jump this week',
    'will we stay within the token budget',
    'is the cost trend going up',
    'check that nobody tampered with the ledger',
    'how profitable is each feature',
    'how does our gross margin develop',
    'what will we spend by the end of the month',
    'any anomaly in the token costs',
    'compare revenue and cost of AI',
    'which customer loses us money',
    'did the AI bill go up'
  ],
  cues: [
    'margin',
    'profit',
    'profitable',
    'gross profit',
    'burn rate',
    'cost trend',
    'spend forecast',
    'over budget',
    'month forecast',
    'cost forecast',
    'cost anomaly',
    'revenue and cost',
    'losing money',
    'making money',
    'end of the month',
    'month-end'
  ]
}
