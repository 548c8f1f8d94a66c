import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { provenanceText, verifiedProvenance } from '../../../../host/dist/cli/deployment/provenance.js'
import { dataFolder } from '../../../fixtures/host-process.js'
import { npmRegistry } from '../../../fixtures/npm-registry.js'
import { operator } from '../../../fixtures/operator-cli.js'
import { says } from '../../../fixtures/products/says.js'
import { root } from '../../../fixtures/root.js'

/** What the registry of npm has of the package sigstore 0.4.0, which GitHub has built. */
const attestation = JSON.parse(await readFile(join(root, 'test/fixtures/attestation-of-sigstore-0.4.0.json'), 'utf8'))
const published = {
  name: 'sigstore',
  version: '0.4.0',
  integrity: 'sha512-KCwMX6k20mQyFkNYG2XT3lwK9u1P36wS9YURFd85zCXPrwrSLZCEh7/vMBFNYcJXRiBtGDS+T4/RZZF493zABA=='
}

t.test('an attestation proves the repository and the workflow that a package was built by', async t => {
  const provenance = await verifiedProvenance(attestation.bundle, published)
  t.strictSame(provenance, {
    repository: 'https://github.com/sigstore/sigstore-js',
    workflow: 'https://github.com/sigstore/sigstore-js/.github/workflows/publish.yml@refs/tags/v0.4.0'
  })
  if ('workflow' in provenance)
    t.equal(
      provenanceText(provenance),
      'of https://github.com/sigstore/sigstore-js by .github/workflows/publish.yml@refs/tags/v0.4.0'
    )
})

/** The bundle with one thing changed. */
function changed(change: (bundle: typeof attestation.bundle) => void): unknown {
  const copy = structuredClone(attestation.bundle)
  change(copy)
  return copy
}

t.test('an attestation that was changed, or is of another package, proves nothing', async t => {
  const other = Buffer.from('another').toString('base64')
  const ofAnother = { fault: 'is of another package' }
  t.strictSame(await verifiedProvenance(attestation.bundle, { ...published, name: '@acme/sigstore' }), ofAnother)
  t.strictSame(await verifiedProvenance(attestation.bundle, { ...published, version: '0.4.1' }), ofAnother)
  t.strictSame(await verifiedProvenance(attestation.bundle, { ...published, integrity: `sha512-${other}` }), ofAnother)
  t.strictSame(await verifiedProvenance(attestation.bundle, { ...published, integrity: null }), ofAnother)
  const statement = Buffer.from(attestation.bundle.dsseEnvelope.payload, 'base64').toString()
  const faults: Readonly<Record<string, unknown>> = {
    statement: changed(({ dsseEnvelope }) => {
      dsseEnvelope.payload = Buffer.from(statement.replaceAll('0.4.0', '0.4.1')).toString('base64')
    }),
    signature: changed(({ dsseEnvelope: { signatures } }) => {
      signatures[0].sig = other
    }),
    certificate: changed(({ verificationMaterial: { x509CertificateChain } }) => {
      x509CertificateChain.certificates = x509CertificateChain.certificates.slice(1)
    }),
    time: changed(({ verificationMaterial: { tlogEntries } }) => {
      tlogEntries[0].integratedTime = '1700000000'
    }),
    'no entry of a log': changed(({ verificationMaterial }) => {
      verificationMaterial.tlogEntries = []
    }),
    nothing: {}
  }
  for (const [what, bundle] of Object.entries(faults))
    t.match(await verifiedProvenance(bundle, published), { fault: /^does not verify: / }, what)
  const ofUnknownLog = changed(({ verificationMaterial: { tlogEntries } }) => {
    tlogEntries[0].logId.keyId = other
  })
  t.match(await verifiedProvenance(ofUnknownLog, published), { unknown: /^its attestation is in a log that this host/ })
})

t.test('add shows what is proved of a package, and refuses one whose attestation is of another', async t => {
  const registry = await npmRegistry(t)
  const folder = await dataFolder(t)
  const file = join(folder, 'product-host.json')
  await writeFile(file, '{ "plugins": [] }')
  const { json, run } = operator({ PRODUCT_HOST_CONFIG: file, DATA_DIR: folder, ...registry.environment })
  await registry.publish('@test/none', '1.0.0', says('1.0.0'))
  await registry.publish('@test/lost', '1.0.0', says('1.0.0', { slug: 'lost' }), {}, null)
  await registry.publish('@test/says', '1.0.0', says('1.0.0'), {}, [attestation])

  t.match(await run('add', '@test/says', '--yes'), {
    code: 1,
    error: /@test\/says 1\.0\.0 is refused: its attestation of where it was built is of another package\./
  })
  t.strictSame(await readdir(join(folder, '.product-host/packages')), [], 'nothing of it is left')
  const none = 'the registry has no attestation'
  t.match(await json('add', '@test/none', '--yes'), { provenance: none })
  t.match(await json('upgrade', '@test/none', '--to', '1.0.0', '--yes'), { provenance: none }, 'it was noted')
  t.match((await run('upgrade', '@test/none', '--to', '1.0.0', '--yes')).out, `\nbuilt: not proved: ${none}\n`)
  t.match(await run('remove', 'says', '--yes'), { code: 0 })
  t.match(await json('add', '@test/lost', '--yes'), {
    provenance: 'the attestation cannot be read: the registry answers 404'
  })
})
