import type { ProductSummary } from '@product-host/sdk/client'
import { type MouseEvent, useState } from 'react'
import { useSearchParams } from 'wouter'
import { exportPath, useEraseData } from '../../api/data.js'
import { useCatalogue } from '../../api/products.js'
import { useRequireRecentSignIn } from '../../api/sign-in.js'
import { Button } from '../../parts/button.js'
import { ConfirmDialog } from '../../parts/dialog.js'
import { Loaded } from '../../parts/loaded.js'
import { ErrorNotice, Notice } from '../../parts/notice.js'
import { Card, Empty, Page } from '../../parts/page.js'
import { Records } from './records.js'

/** What products store for the account: record by record, or everything as one file. */
export function Data() {
  const catalogue = useCatalogue()
  return (
    <Page title="Data" lead="Everything the products store for you." aside={<ExportLink />}>
      <Loaded query={catalogue} lines={8}>
        {({ products: [first, ...others] }) =>
          first ? <DataOfProduct products={[first, ...others]} /> : <Empty title="This deployment has no products" />
        }
      </Loaded>
    </Page>
  )
}

/**
 * Downloads all data. The browser cannot show a dialog in response to a download, so the link first makes sure that the
 * sign-in is recent and then clicks itself.
 */
function ExportLink() {
  const requireSignIn = useRequireRecentSignIn()
  const download = (event: MouseEvent<HTMLAnchorElement>) => {
    const link = event.currentTarget
    if (link.dataset.confirmed) return void delete link.dataset.confirmed
    event.preventDefault()
    if (requireSignIn.isPending) return
    requireSignIn.mutate(undefined, {
      onSuccess: () => {
        link.dataset.confirmed = 'true'
        link.click()
      }
    })
  }
  return (
    <>
      <a
        className="button"
        title="One file, with one JSON record in each line"
        href={exportPath}
        download="product-host-export.jsonl"
        onClick={download}
      >
        Export all data
      </a>
      <ErrorNotice error={requireSignIn.error} />
    </>
  )
}

/** The data of the product that the address names, of the first one otherwise. */
function DataOfProduct({ products }: { readonly products: readonly [ProductSummary, ...ProductSummary[]] }) {
  const [search, setSearch] = useSearchParams()
  const product = products.find(({ slug }) => slug === search.get('product')) ?? products[0]
  return (
    <>
      <Records
        key={product.slug}
        slug={product.slug}
        title={product.title}
        products={products}
        choose={slug => setSearch({ product: slug }, { replace: true })}
      />
      <EraseData key={`erase ${product.slug}`} slug={product.slug} title={product.title} />
    </>
  )
}

/** Deletes everything that a product stores, after a dialog that says what goes and what stays. */
function EraseData({ slug, title }: { readonly slug: string; readonly title: string }) {
  const [isOpen, setOpen] = useState(false)
  const erase = useEraseData(slug)
  const close = () => setOpen(false)
  return (
    <Card
      title={`Delete all data of ${title}`}
      aside={
        <Button tone="danger" onClick={() => setOpen(true)}>
          <span>
            Delete<span className="visually-hidden"> all data of {title}</span>
          </span>
        </Button>
      }
    >
      <p className="quiet">Deletes all its records and scheduled jobs. This cannot be undone.</p>
      {erase.isSuccess && <Notice tone="good" title={`All data of ${title} was deleted.`} />}
      {isOpen && (
        <ConfirmDialog
          title={`Delete all data of ${title}?`}
          action="Delete permanently"
          mutation={erase}
          confirm={() => erase.mutate(undefined, { onSuccess: close })}
          close={close}
        >
          <p>These go now, and nobody can bring them back:</p>
          <ul className="bullets">
            <li>every record that {title} stores for your account, also those that it stores for itself</li>
            <li>everything that it has planned for later, such as repeated checks</li>
          </ul>
          <p>
            Its settings, your usage and the log of your calls stay. Export your data first if you may need it again.
          </p>
        </ConfirmDialog>
      )}
    </Card>
  )
}
