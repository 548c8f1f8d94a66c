import { jsonObjectOf } from '../../base/json.js'
import { readText } from '../../sources/openapi/within-origin.js'

/** Where a version of a package was built, as its attestation proves. */
export interface Provenance {
  /** The repository whose source was built; null where the attestation does not say it. */
  readonly repository: string | null
  /** The workflow that has built it, with its revision: a URL. */
  readonly workflow: string
}

/** A version of a package in the registry. */
export interface PublishedVersion {
  readonly name: string
  readonly version: string
  /** The digest of what was fetched, such as `sha512-…`. */
  readonly integrity: string | null
  /** What the registry says of it: `dist` of its document. */
  readonly dist: unknown
}

/** Most bytes of an answer with attestations, and how long the registry may take for it, in milliseconds. */
const [largestAnswer, longestMs] = [4 * 1024 * 1024, 20_000]

/**
 * Where a package was built, by the attestation that its registry has of it; a sentence in its place where nothing proves it. Rejects, in a
 * sentence, where there is an attestation that does not verify, or is of another package. Only the registry is asked: the keys of Sigstore
 * are those that this host has been built with.
 */
export async function provenanceOf(published: PublishedVersion): Promise<Provenance | string> {
  const { name, version, dist } = published
  const { tarball, attestations } = jsonObjectOf(dist)
  const [place, registry] = [jsonObjectOf(attestations).url, URL.parse(String(tarball))]
  if (typeof place !== 'string' || !registry) return 'the registry has no attestation'
  // A registry that passes on what another one has names that one.
  const url = new URL(URL.parse(place, registry.href)?.pathname ?? '', registry)
  const read = await readAttestations(url)
  if (typeof read === 'string') return `the attestation cannot be read: ${read}`
  const found = read.map(jsonObjectOf).find(({ predicateType }) => isProvenance(predicateType))
  if (!found) return 'the registry has no attestation of where it was built'
  const result = await verifiedProvenance(found.bundle, published)
  if ('fault' in result)
    throw new Error(`${name} ${version} is refused: its attestation of where it was built ${result.fault}.`)
  return 'unknown' in result ? result.unknown : result
}

function isProvenance(predicateType: unknown): boolean {
  return typeof predicateType === 'string' && predicateType.startsWith('https://slsa.dev/provenance/')
}

async function readAttestations(url: URL): Promise<readonly unknown[] | string> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(longestMs) })
    if (!response.ok) return `the registry answers ${response.status}`
    const { attestations } = jsonObjectOf(JSON.parse(await readText(response, largestAnswer)))
    return Array.isArray(attestations) ? attestations : []
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** What an attestation proves of a package: where it was built, why it proves nothing, or why nobody can know. */
export async function verifiedProvenance(
  attestation: unknown,
  { name, version, integrity }: Omit<PublishedVersion, 'dist'>
): Promise<Provenance | { readonly fault: string } | { readonly unknown: string }> {
  const [{ bundleFromJSON }, { TrustedRoot }, { toSignedEntity, toTrustMaterial, Verifier }, { default: root }] =
    await Promise.all([
      import('@sigstore/bundle'),
      import('@sigstore/protobuf-specs'),
      import('@sigstore/verify'),
      import('./sigstore-root.json', { with: { type: 'json' } })
    ])
  try {
    const bundle = bundleFromJSON(attestation)
    const known = root.tlogs.map(({ logId: { keyId } }) => keyId)
    const { tlogEntries } = bundle.verificationMaterial
    if (!tlogEntries.every(({ logId }) => logId && known.includes(Buffer.from(logId.keyId).toString('base64'))))
      return { unknown: 'its attestation is in a log that this host does not know; a newer one may' }
    const entity = toSignedEntity(bundle)
    const { identity } = new Verifier(toTrustMaterial(TrustedRoot.fromJSON(root))).verify(entity)
    const { content } = bundle
    if (content.$case !== 'dsseEnvelope') return { fault: 'is no statement' }
    const { predicateType, subject } = jsonObjectOf(JSON.parse(content.dsseEnvelope.payload.toString()))
    if (!isProvenance(predicateType)) return { fault: 'says something else' }
    const subjects = Array.isArray(subject) ? subject.map(jsonObjectOf) : []
    const digest = Buffer.from(integrity?.replace(/^sha512-/, '') ?? '', 'base64').toString('hex')
    const isOfPackage = subjects.some(
      each =>
        each.name === `pkg:npm/${name.replace('@', '%40')}@${version}` && jsonObjectOf(each.digest).sha512 === digest
    )
    if (!isOfPackage) return { fault: 'is of another package' }
    const workflow = identity?.subjectAlternativeName
    if (workflow === undefined || entity.key.$case !== 'certificate') return { fault: 'does not say who has signed it' }
    return { repository: repositoryIn(entity.key.certificate), workflow }
  } catch (error) {
    return { fault: `does not verify: ${error instanceof Error ? error.message : String(error)}` }
  }
}

/** Extensions of Fulcio's certificates: the repository by its URL, and, of GitHub alone, by its name. */
const [repositoryUrl, githubRepository] = ['1.3.6.1.4.1.57264.1.12', '1.3.6.1.4.1.57264.1.5']

interface Extended {
  extension(oid: string): { readonly value: Buffer } | undefined
}

function repositoryIn(certificate: Extended): string | null {
  const url = certificate.extension(repositoryUrl)?.value
  // A text in DER has a byte for its kind and one for its length, or two if it has more than 127 bytes.
  if (url) return url.subarray((url[1] ?? 0) < 0x80 ? 2 : 3).toString()
  const name = certificate.extension(githubRepository)?.value.toString()
  return name === undefined ? null : `https://github.com/${name}`
}

/** What people read of where a package was built. */
export function provenanceText(provenance: Provenance | string): string {
  if (typeof provenance === 'string') return `not proved: ${provenance}`
  const { repository, workflow } = provenance
  if (repository === null) return `by ${workflow}`
  return `of ${repository} by ${workflow.startsWith(`${repository}/`) ? workflow.slice(repository.length + 1) : workflow}`
}
