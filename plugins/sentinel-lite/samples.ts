/** How the sample answers and webhooks of this product are made: one site answers, another is down. */
export const scenario = {
  settings: { 'alert.url': 'https://alerts.example.com/hook', 'alert.secret': `whsec_${'A'.repeat(43)}=` },
  egress: {
    request: (url: string) =>
      url.startsWith('https://shop.example.com') ? { status: 503 } : { status: 200, body: '{"status":"ok"}' },
    connect: () => ({}),
    resolve: () => []
  },
  calls: [
    { action: 'probe', input: { url: 'https://shop.example.com/', name: 'shop', everySeconds: 300 } },
    { action: 'heartbeat', input: { name: 'import', exitCode: 1 } }
  ]
}
