import type { Asks } from '@product-host/sdk'

/** How people ask whether something on the web answers; our own collection. */
export const probeAsks: Asks = {
  sentences: [
    'is https://example.com up',
    'check whether our website is down right now',
    'probe https://api.example.com/health every five minutes',
    'how fast does https://example.com answer',
    'when does the certificate of example.com expire',
    'does the page https://example.com contain the word welcome',
    'watch https://shop.example.com and tell me when it goes down',
    'ping the url https://example.com and show the response time',
    'test that the endpoint returns status 200',
    'stop probing https://example.com',
    'what is the uptime of our site over the last week',
    'verify that the site answers',
    'measure the latency of the api',
    'does this address respond',
    'monitor the shop every ten minutes',
    'is the tls certificate still valid',
    'is the service online'
  ],
  cues: [
    'is it up',
    'is it down',
    'probe',
    'check the url',
    'check the site',
    'check the website',
    'uptime',
    'response time',
    'certificate',
    'status code',
    'reachable',
    'health endpoint',
    'online',
    'offline',
    'latency',
    'tls',
    'ssl',
    'http status',
    'responds',
    'respond'
  ]
}
