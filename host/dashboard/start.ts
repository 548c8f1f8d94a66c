import { accountPath, requestEarly, wasSignedIn } from './early-requests.js'
import { loadPage, pageAt } from './routes.js'
import './style/tokens.css'
import './style/base.css'
import './style/layout.css'
import './style/parts.css'
import './style/forms.css'
import './style/tables.css'
import './style/chart.css'
import './style/views.css'

// All that the first page needs is asked for side by side: the frame, the code of the page, and its data.
void import('./main.js')
const page = pageAt(location.pathname)
const isShown = page !== undefined && (page.route.isPublic || wasSignedIn())
requestEarly([...(wasSignedIn() ? [accountPath] : []), ...(isShown ? page.reads : [])])
// What fails here fails again where the page is shown, which says so.
if (isShown) loadPage(page.route).catch(() => undefined)
