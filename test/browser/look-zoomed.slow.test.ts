import t from 'tap'
import { lookAtAll } from './look.js'

lookAtAll(t, { name: 'zoomed-light', width: 1_280, scheme: 'light', zoom: 2 })
