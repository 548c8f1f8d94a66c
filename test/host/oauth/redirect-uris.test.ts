import t from 'tap'
import { isRegistered, redirectUriIssue } from '../../../host/dist/oauth/redirect-uris.js'

t.test('an address leads back to an application, and to nothing that a browser runs or opens itself', async t => {
  for (const uri of [
    'https://app.example/callback',
    'https://app.example/callback?tenant=1',
    'http://127.0.0.1:33418/',
    'http://localhost/callback',
    'http://[::1]:1/callback',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'vscode://vscode.github-authentication/did-authenticate',
    'com.example.app://callback',
    'com.example.app:/oauth2redirect',
    'com.googleusercontent.apps.123-abc:/oauth2redirect',
    'xn--p1ai.example:/callback'
  ])
    t.equal(redirectUriIssue(uri), undefined, uri)
  for (const uri of [
    'app.example/callback',
    '//app.example/callback',
    'http://app.example/callback',
    'http://127.0.0.1.evil.example/',
    'http://localhost:1@evil.example/',
    'https://user@app.example/',
    'https://app.example/#fragment',
    'https://app.example/a b',
    'https://äpp.example/',
    'javascript:alert(1)',
    'javascript://app.example/%0aalert(1)',
    'JavaScript://x/',
    'data:text/html,hello',
    'blob:https://app.example/1',
    'file:///etc/passwd',
    'ftp://app.example/',
    'mailto:a@app.example',
    'ms-msdt://id/PCWDiagnostic',
    'search-ms://query=a&crumb=location:evil.example',
    'ssh://evil.example',
    'smb://evil.example/share',
    'itms-services://?action=download-manifest&url=https://evil.example/a.plist',
    'market://details?id=evil',
    'sms:+15550100?body=',
    'sms://15550100',
    'help://x',
    'onenote://evil.example/a',
    'app://callback',
    'cursor:/callback',
    'x-apple.systempreferences:com.apple.preference.security',
    'microsoft.windows.camera://x',
    'com.apple.tv://x'
  ])
    t.type(redirectUriIssue(uri), 'string', uri)
})

t.test('an address is registered to the letter, but for the port of this machine', async t => {
  const registered = ['https://app.example/callback', 'http://127.0.0.1/callback', 'http://localhost:8080/cb?a=1']
  for (const uri of [
    ...registered,
    'http://127.0.0.1:50000/callback',
    'http://localhost/cb?a=1',
    'http://localhost:1/cb?a=1'
  ])
    t.equal(isRegistered(uri, registered), true, uri)
  for (const uri of [
    'https://app.example:444/callback',
    'https://app.example/callback/',
    'https://app.example/callback?x=1',
    'https://app.example/Callback',
    'https://APP.example/callback',
    'https://app.example/x/../callback',
    'https://app.example.evil.example/callback',
    'http://app.example/callback',
    'http://localhost/callback',
    'http://127.0.0.1:50000/callback/x',
    'http://127.0.0.1:50000/callback?x=1',
    'http://127.0.0.1:50000@evil.example/callback',
    'http://127.0.0.1:50000/callback#x',
    'http://127.1:50000/callback',
    'http://evil.example/callback'
  ])
    t.equal(isRegistered(uri, registered), false, uri)
})
