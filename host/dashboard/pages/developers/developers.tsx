import { Page } from '../../parts/page.js'

export default function P() {
  return <Page title="developers">{null}</Page>
}
