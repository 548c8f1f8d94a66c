/** Endings that only schools and universities get: .edu, and .ac and .edu below a country. Source: the registries' own rules. */
export const educationSuffix = /(?:^|\.)(?:edu|(?:ac|edu|sch)\.[a-z]{2})$/

/** Names that universities of German- and French-speaking countries have: uni-koeln.de, univ-lyon1.fr. Source: the universities' own domains. */
export const universityName = /^(?:uni|univ)-[a-z0-9-]+\.(?:de|at|ch|fr)$/

/** Endings that only public bodies get. Source: the registries' own rules; nhs.net is the health service of England and Scotland. */
export const governmentSuffix =
  /(?:^|\.)(?:gov|mil|nhs\.net|(?:gov|gob|gouv|gub|govt|mil|mod|nhs|police)\.[a-z]{2}|(?:europa\.eu|bund\.de|admin\.ch|gc\.ca|go\.jp|go\.kr))$/

/** The providers that most people write to, against which a domain is compared. Source: share of addresses in public mailing statistics. */
export const commonProviders: readonly string[] = [
  'gmail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'aol.com',
  'live.com',
  'msn.com',
  'me.com',
  'protonmail.com',
  'proton.me',
  'googlemail.com',
  'yahoo.co.uk',
  'hotmail.co.uk',
  'btinternet.com',
  'virginmedia.com',
  'ymail.com',
  'comcast.net',
  'verizon.net',
  'gmx.com',
  'gmx.de',
  'web.de',
  'mail.com',
  'zoho.com',
  'fastmail.com'
]

/** Endings that no registry has, and what their writers meant. */
export const endingTypos: Readonly<Record<string, string>> = {
  con: 'com',
  cmo: 'com',
  ocm: 'com',
  comm: 'com',
  cim: 'com',
  vom: 'com',
  xom: 'com',
  cpm: 'com',
  coom: 'com',
  'co.k': 'co.uk',
  'co.ku': 'co.uk',
  'c.uk': 'co.uk',
  couk: 'co.uk',
  nett: 'net',
  ner: 'net',
  ogr: 'org',
  orgg: 'org'
}

/** How far the name before the ending may be off, by its length: short names are too near to other good ones. */
export const mostEdits: readonly { readonly fromLength: number; readonly edits: number }[] = [
  { fromLength: 7, edits: 2 },
  { fromLength: 5, edits: 1 },
  { fromLength: 0, edits: 0 }
]

/** Slips that the lists of free and of disposable domains themselves hold. */
export const knownSlips: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'gamil.com': 'gmail.com',
    'gmai.com': 'gmail.com',
    'gmail.co': 'gmail.com',
    'gmail.om': 'gmail.com',
    'gmal.com': 'gmail.com',
    'gmial.com': 'gmail.com',
    'homail.com': 'hotmail.com',
    'hotmai.com': 'hotmail.com',
    'hotmail.cm': 'hotmail.com',
    'hotmial.com': 'hotmail.com',
    'hotmails.com': 'hotmail.com',
    'yaho.com': 'yahoo.com',
    'yahoo.om': 'yahoo.com',
    'zoutlook.com': 'outlook.com'
  })
)

/**
 * Local parts that belong to a function and not to a person, in plain letters, by language. Sources: RFC 2142, and the usual names of shared mail boxes on
 * imprint and contact pages in the ten languages.
 */
export const roleWords: Readonly<Record<'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'sv' | 'da', string>> =
  {
    en: 'info information sales support admin administrator hello hi hey contact contactus office billing accounts accounting accountspayable accountsreceivable hr jobs job careers career marketing press media noreply postmaster abuse webmaster security privacy team enquiries inquiries enquiry inquiry help helpdesk service services customerservice customercare customers care clientservices mail email legal finance invoices invoice orders order donotreply hostmaster reception recruitment recruiting newsletter news subscribe unsubscribe feedback partners partner partnership affiliates dev developers engineering ops operations it itsupport root sysadmin noc usenet ftp www procurement purchasing vendors suppliers logistics shipping warehouse returns dispatch bookings booking reservations events event studio shop store general generalenquiries main everyone all staff company management board secretary secretariat dpo compliance gdpr investors communications social community design product projects quality training education reports alerts notifications notification system mailer daemon mailerdaemon bounce bounces listserv test demo trial renewals success payments payroll estimates quotes tenders claims complaints facilities maintenance',
    de: 'kontakt anfrage anfragen verwaltung buchhaltung rechnung rechnungen rechnungswesen vertrieb verkauf einkauf bestellung bestellungen auftrag auftraege auftrage versand lager bewerbung bewerbungen personal karriere presse kundenservice kundendienst kundenbetreuung zentrale empfang sekretariat geschaeftsfuehrung geschaftsfuhrung geschaeftsleitung geschaftsleitung gf datenschutz datenschutzbeauftragter beschwerde beschwerden reklamation technik edv redaktion werkstatt termine termin reservierung buchung vorstand leitung praxis kanzlei post poststelle mahnung finanzen ausbildung veranstaltungen hilfe beratung angebot angebote fakturierung spedition disposition hausverwaltung service buero office team',
    fr: 'contact accueil bonjour commercial commerciale ventes vente achats achat comptabilite compta facturation factures facture recrutement rh ressourceshumaines emploi carrieres candidature presse communication direction secretariat administration administratif serviceclient servicesclients clients clientele assistance sav devis commande commandes livraison logistique juridique rgpd dpo informatique technique reservation reservations inscription redaction gestion magasin atelier cabinet agence bureau relationclient reclamation reclamations informations renseignements standard',
    es: 'contacto hola ventas venta compras compra comercial contabilidad facturacion facturas factura administracion atencionalcliente atencion clientes cliente soporte ayuda rrhh recursoshumanos empleo trabajo prensa comunicacion direccion gerencia secretaria recepcion pedidos pedido presupuestos presupuesto informacion consultas reservas reserva tienda logistica almacen legal privacidad protecciondedatos informatica sistemas tecnico calidad proveedores oficina general postventa reclamaciones',
    it: 'contatti contatto ciao vendite commerciale acquisti amministrazione contabilita fatture fatturazione fattura risorseumane lavoraconnoi stampa ufficiostampa direzione segreteria reception assistenza assistenzaclienti clienti servizioclienti ordini ordine preventivi preventivo prenotazioni informazioni ufficio magazzino logistica spedizioni tecnico legale qualita fornitori negozio redazione pec',
    pt: 'contato contacto vendas comercial compras financeiro contabilidade faturamento faturacao nf nfe fiscal rh recursoshumanos vagas emprego imprensa comunicacao diretoria gerencia secretaria recepcao rececao atendimento sac suporte ajuda pedidos encomendas orcamento orcamentos informacoes reservas loja logistica juridico privacidade qualidade fornecedores escritorio administracao ouvidoria clientes cobranca',
    nl: 'info contact hallo verkoop inkoop administratie boekhouding facturen factuur facturatie personeelszaken vacatures vacature werkenbij sollicitatie pers communicatie directie secretariaat receptie klantenservice klanten ondersteuning hulp bestellingen bestelling offerte offertes planning magazijn logistiek juridisch privacy kwaliteit leveranciers kantoor winkel redactie aanvraag aanvragen algemeen reserveringen service',
    pl: 'kontakt biuro sprzedaz handlowy zakupy ksiegowosc faktury faktura finanse kadry hr praca kariera rekrutacja prasa media zarzad sekretariat recepcja obslugaklienta klient klienci pomoc wsparcie zamowienia zamowienie oferta oferty reklamacje rezerwacje informacja sklep magazyn logistyka transport prawny rodo iod jakosc serwis administracja redakcja dyrekcja poczta marketing',
    sv: 'kontakt hej forsaljning salj inkop ekonomi faktura fakturor bokforing personal jobb karriar rekrytering press kommunikation ledning vd sekretariat reception kundtjanst kundservice kund support hjalp bestallning bestallningar order offert offerter bokning bokningar lager logistik juridik integritet dataskydd kvalitet leverantor kontor butik redaktion registrator info vaxel',
    da: 'kontakt hej salg indkob okonomi faktura fakturaer bogholderi regnskab personale job karriere rekruttering presse kommunikation ledelse direktion sekretariat reception kundeservice kunde support hjaelp bestilling bestillinger ordre tilbud booking lager logistik jura persondata kvalitet leverandor kontor butik redaktion post administration information mail'
  }

/**
 * Forms of local parts that hold a name, and how often they are right. The first name has at least three letters: two, such as "jp", are as often initials,
 * of which no name can be made. Source: the scoring contract; `first` is ours.
 */
export const namePatterns: readonly { readonly pattern: string; readonly form: RegExp; readonly confidence: number }[] =
  [
    { pattern: 'first.last', form: /^(?<first>\p{L}[\p{L}'-]{2,})\.(?<last>\p{L}[\p{L}'-]+)$/u, confidence: 0.9 },
    { pattern: 'first_last', form: /^(?<first>\p{L}[\p{L}'-]{2,})_(?<last>\p{L}[\p{L}'-]+)$/u, confidence: 0.8 }
  ]

/** Common first names, so that "jane@" is read as Jane. Source: the most given names of the US and UK registries. */
export const firstNames: ReadonlySet<string> = new Set(
  `aaron abigail adam adrian aidan alan albert alex alexander alexandra alice alison allison amanda amber amelia amy andrea andrew angela anna
  anne anthony antonio arthur ashley austin barbara ben benjamin bernard beth bethany betty beverly bradley brandon brenda brian bruce bryan
  callum cameron carl carlos carol caroline catherine charles charlie charlotte chloe chris christian christina christine christopher claire
  clara connor craig crystal cynthia daisy daniel danielle darren david dawn deborah dennis diana diane dominic donald donna dorothy douglas
  dylan edward edwin eleanor elena elizabeth ella ellen emily emma eric erica erin ethan eugene evelyn fatima felix fiona florence frances
  francis frank gabriel gareth gary gavin gemma geoffrey george georgia gerald gloria gordon grace graham grant greg gregory hannah harold
  harriet harry heather helen henry holly howard hugo ian imogen isaac isabella ivan jack jacob jacqueline jake james jamie jane janet janice
  jason jasmine jean jeffrey jennifer jeremy jerry jesse jessica joan joanna joanne joe joel john johnny jonathan jordan jorge jose joseph
  joshua joyce juan judith judy julia julian julie justin karen karl kate katherine kathleen kathryn katie keith kelly kenneth kerry kevin
  kieran kimberly kirsty kyle larry laura lauren lawrence leah leo leon leonard lewis liam lily linda lindsay lisa logan lorraine louis
  louise lucas lucy luis luke lydia lynn madeline marc marcus margaret maria marie marilyn mark martha martin mary mason matthew maureen max
  megan melanie melissa michael michelle miguel mike miriam mohammed molly monica muhammad nancy naomi natalie natasha nathan neil nicholas
  nicola nicole nigel nina noah nora oliver olivia oscar owen pamela patricia patrick paul paula pauline peter philip phillip phoebe priya
  rachel ralph raymond rebecca reginald rhys ricardo richard robert robin roger ronald rosa rose rosie ross roy russell ruth ryan sally sam
  samantha samuel sandra sara sarah scott sean sebastian sharon shaun sheila shirley simon sofia sophia sophie stacey stanley stella stephanie
  stephen steve steven stewart stuart susan suzanne sylvia tanya tara teresa terry thomas tim timothy tina todd tom tony tracey tracy tyler
  valerie vanessa veronica victor victoria vincent virginia vivian walter wayne wendy wesley william zachary zara zoe`.split(
    /\s+/
  )
)

/** Whose servers take a domain's mail. */
export interface MailProvider {
  readonly name: string
  /** A filter in front of the real mail boxes: the provider behind it may show in SPF. */
  readonly isGateway?: true
  /** Endings of the names of its mail servers. */
  readonly exchanges: readonly string[]
  /** Names that its customers include in SPF. */
  readonly includes?: readonly string[]
}

/** Source: the providers' set-up guides for MX and SPF records. */
export const mailProviders: readonly MailProvider[] = [
  { name: 'Google Workspace', exchanges: ['google.com', 'googlemail.com'], includes: ['_spf.google.com'] },
  {
    name: 'Microsoft 365',
    exchanges: ['mail.protection.outlook.com', 'mx.microsoft'],
    includes: ['spf.protection.outlook.com']
  },
  {
    name: 'Zoho Mail',
    exchanges: ['zoho.com', 'zoho.eu', 'zoho.in', 'zoho.com.au'],
    includes: ['zoho.com', 'zoho.eu', 'zohomail.com', 'one.zoho.com']
  },
  { name: 'Proton Mail', exchanges: ['protonmail.ch'], includes: ['_spf.protonmail.ch'] },
  { name: 'Fastmail', exchanges: ['messagingengine.com'], includes: ['spf.messagingengine.com'] },
  { name: 'Mimecast', isGateway: true, exchanges: ['mimecast.com', 'mimecast.co.za'] },
  { name: 'Proofpoint', isGateway: true, exchanges: ['pphosted.com', 'ppe-hosted.com'] },
  { name: 'Barracuda', isGateway: true, exchanges: ['barracudanetworks.com'] },
  { name: 'Broadcom Email Security', isGateway: true, exchanges: ['messagelabs.com'] },
  { name: 'Cisco Secure Email', isGateway: true, exchanges: ['iphmx.com'] },
  { name: 'Amazon SES', exchanges: ['amazonses.com', 'amazonaws.com', 'awsapps.com'] },
  { name: 'GoDaddy', exchanges: ['secureserver.net'], includes: ['secureserver.net'] },
  {
    name: 'IONOS',
    exchanges: ['ionos.com', 'ionos.co.uk', 'ionos.de', 'ionos.fr', 'ionos.es', 'kundenserver.de'],
    includes: ['_spf-eu.ionos.com', '_spf-us.ionos.com', '_spf.kundenserver.de']
  },
  { name: 'OVHcloud', exchanges: ['ovh.net', 'ovh.ca'], includes: ['mx.ovh.com', 'mx.ovh.ca'] },
  { name: 'Apple iCloud', exchanges: ['icloud.com'], includes: ['icloud.com'] },
  { name: 'Yandex 360', exchanges: ['yandex.net', 'yandex.ru'], includes: ['_spf.yandex.net'] },
  { name: 'Yahoo', exchanges: ['yahoodns.net'] }
]

/** Tools that a domain lets send in its name, by what it includes in SPF. Source: the tools' set-up guides. */
export const spfTools: readonly { readonly name: string; readonly include: string }[] = [
  { name: 'HubSpot', include: 'hubspotemail.net' },
  { name: 'Salesforce', include: '_spf.salesforce.com' },
  { name: 'Mailchimp', include: 'servers.mcsv.net' },
  { name: 'SendGrid', include: 'sendgrid.net' },
  { name: 'Mailgun', include: 'mailgun.org' },
  { name: 'Zendesk', include: 'zendesk.com' },
  { name: 'Freshdesk', include: 'freshdesk.com' },
  { name: 'Intercom', include: 'intercom.io' },
  { name: 'Marketo', include: 'mktomail.com' },
  { name: 'Pardot', include: 'pardot.com' },
  { name: 'Klaviyo', include: 'klaviyo.com' },
  { name: 'Amazon SES', include: 'amazonses.com' },
  { name: 'SparkPost', include: 'sparkpostmail.com' },
  { name: 'Stripe', include: 'stripe.com' }
]

/** What an address loses of its quality of 100. Source: the contract of this product (README, "enrich"). */
export const penalties = { invalid: 100, disposable: 70, cannotReceive: 60, typo: 40, role: 20, free: 20 } as const

/** What each flag takes; flags that say the same, such as that no mail can be received, take it once. */
export const penaltyOf: ReadonlyMap<string, keyof typeof penalties> = new Map([
  ['invalid_email', 'invalid'],
  ['disposable', 'disposable'],
  ['free', 'free'],
  ['role', 'role'],
  ['typo', 'typo'],
  ['reserved_domain', 'cannotReceive'],
  ['public_suffix', 'cannotReceive'],
  ['unknown_tld', 'cannotReceive'],
  ['no_mx', 'cannotReceive'],
  ['refuses_mail', 'cannotReceive']
])

/**
 * Domains of universities and colleges whose ending does not say so, split by white space. Source: university-domains-list, June 2026
 * (github.com/Hipo/university-domains-list, MIT licence, Copyright (c) 2014-2025 Hipo), without the domains that `educationSuffix` covers and without
 * addresses at free hosts.
 */
export const universityDomains = `
a-aarhus.dk a2.keio.jp aaidu.org aalto.fi aastu.org aau.dk ablaikhan.kz abo.fi absparis.com ac-aix-marseille.fr ac-besancon.fr
ac-bordeaux.fr ac-creteil.fr ac-mayotte.fr ac-orleans-tours.fr ac-paris.fr academia.cl academiaga.ru academy.mia.by
academy.sumy.ua acadiau.ca aceondo-ng.com acg.gr acighana.org ackonline.com acs350.org adfa.oz.au adtu.in adygnet.ru
ae.katowice.pl ae.krakow.pl ae.poznan.pl ae.wroc.pl aea.asso.fr aegean.gr ael.ru aereshogeschool.nl afi-ue.sn agma.astranet.ru
agr.unideb.hu agrar.uz agriun.almaty.kz agro.roazhon.inra.fr agroparistech.fr agrosupdijon.fr agsm.gr agtu.ru agu.ae ah.dk
ahliauniversity.org ahlulbaitonline.com aho.no aisct.org aistedaab.ro ait.ie akad.de akademiapz.sk aktsu.kz aku.sk al-edu.com
algebra.hr algonquincollege.com alhosnu.ae aliabad.iau.ir alldunivpio.org almaarifah.com almamonuc.org alrasheed-uc.com
alsadrain.org altmeduniversity.com altmedworld.net alumnos.ui1.es am.katowice.pl am.lodz.pl am.lublin.pl am.wroc.pl
amb.bydgoszcz.pl ame.ru american-college.com amg.gda.pl amgd.eu aml.lv amouduniversity.org amsterdam.tech amti.hit.bg amtuni.com
amursu.ru amuz.bydgoszcz.pl amuz.gda.pl amuz.krakow.pl amuz.lodz.pl amuz.poznan.pl amuz.wroc.pl anahuac.mx andhrauniversity.info
andrassyuni.hu anefs-edu.ro angelicum.org angrau.net anhembi.br antonianum.ofm.org aos.sk aou.org.bh ap.siedlce.pl apsurewa.nic.in
aqua.sci-nnov.ru ar.krakow.pl ar.lublin.pl ar.szczecin.pl ar.wroc.pl armmed.am arosmu.org arquitecturaucv.cl art.olsztyn.pl
artacademy.spb.ru arteiasi.ro arts7.hu artun.ee arwauniversity.org aryainstitutejpr.com asau.am asb.bh ascca.gov.az ase.md ase.ro
asfa.gr asfh-berlin.de ashtoncollege.com asmildkloster.dk asmu.ru asp.gda.pl asp.krakow.pl asp.lodz.pl asp.poznan.pl asp.waw.pl
asp.wroc.pl aspete.gr aspu.ru assamuniversity.nic.in assumptionu.ca astu.org astu.secna.ru asu.ru asue.am atc2u.com atgu.kz
athabascau.ca ats.dk au-plovdiv.bg au.dk au.poznan.pl aua.am aua.gr auamed.org aub-bd.org aubg.bg aubih.ba auc-edu.org auc.dk
auca.kg auchaiti.org audencia.com aue.ae aueb.gr augustana.ab.ca augustana.de aui.ma aukonline.org aup.fr aust-abuja.org auth.gr
avicenna.hu avu.org awf.gda.pl awf.katowice.pl awf.krakow.pl awf.poznan.pl awf.wroc.pl ayurveduniversity.com az-npu.org azc.uam.mx
b-tu.de ba-bautzen.de ba.lv baa.by bambey.univ.sn bamendauniversity.com bamu.net bamu.nic.in banasthali.org bankurauniv.com
baraodemaua.br barcelonagse.eu bashedu.ru bau.nic.in bbauindia.org bca.bw bcit.ca bcou.ca bdeb.qc.ca bdtf.hu bdu.ernet.in
bellsuniversity.org belsut.gomel.by benadiruniversity.net bengaluruuniversity.com bercol.bm bethel.de bfh.ch bfu.bg bgctrustbd.org
bhagwantuniversity.com bharathi.ernet.in bharathuniv.com bhms.ch bhu.kg bi.no bifrost.is bigpi.biysk.ru bihe.org bisla.sk
bitmesraranchi.org bits-iserlohn.de biu.education bke.hu bme.hu bmhs.org bmstu.ru bnmu.in bntu.by bojnourd.iau.ir boothcollege.ca
borealc.on.ca bosasocollege.com bowenuniversity-edu.org bowvalleycollege.ca bpitindia.in bput.org brabu.net brandonu.ca
brauagra.com brazcubas.br brexgata.eu brocku.ca broyalu.net brstu.ru brsu.brest.by bru.mogilev.by bs.naist.jp bsaa.ru bseu.by
bsl-lausanne.ch bsmu.by bspu.ru bspu.unibel.by bstu.by bstu.ru bstu.unibel.by bsu-edu.org bsu.burnet.ru bsu.by bsuir.by bth.se
btsau.kiev.ua btu.bg btu.ge buap.mx bubhopal.nic.in buk.by bulehorauniversity.com bundelkhanduniversity.org buraouniversity.com
cal.devry.ca cambriancollege.ca camosun.bc.ca campus-m-university.de campus-saint-marc.com campus.fct.unl.pt campus.ul.pt
campusleon.ugto.mx campusm21.de candidomendes.br capcollege.bc.ca cariboo.bc.ca carleton.ca carolus-magnus-university.eu
cas.dhbw.de casa.unimo.it castelobranco.br cau.org.in cavendishza.org cbs.de cbs.dk cbu2000.com ccbc.ca ccsuniversity.org
cduestc.cn ceaprc.org centennialcollege.ca central.ucv.ro centrale-marseille.fr centralesupelec.fr cesi.fr ceti.mx cetys.mx ceu.es
ceu.hu ceunix.com.mx ceux.mx cfpj.com cgcc.cc.or.us chalmers.se chandilpolytechnic.org chapingo.mx charismauniversity.org
chiba-u.jp chinaacademyofart.com chnu.cv.ua christuniversity.in chuv.ch chuvsu.ru cic-cairo.com ciefl.org cit.drbit.com.ru cit.ie
cityu.bg cityu.gr clermont-sb.fr clsbe.lisboa.ucp.pt cmu.ca cnam.fr cnc.bc.ca cnearc.fr cocite.pt code.berlin coeoju.com
coleurope.eu college-de-france.fr college.harlaxton.co.uk collegeuniversel.ca colmex.mx columbiacollege.ca concordia.ab.ca
concordia.ca conestogac.on.ca connect.polyu.hk connect.ust.hk conservatoire.ru conservatory.az conservatory.ru cotr.bc.ca cou.fi
cpe.fr cqec.net.cn cqgyzy.com cqtcedu.com cqust.cn cqwu.net creupi.br cribx1.u-bordeaux.fr crsmu.com cs.lpu.lv csmrouen.com
csmrouen.net cstj.qc.ca cubidor.com cueyatl.uam.mx cuni.cz cunima.net cus.ca cuslm.ca cust.univ-bpclermont.fr cv.unipiaget.org
cvut.cz cwidaho.cc czu.cz da-iict.org dal.ca darulhuda.com dau.lv dauphine.fr davietjal.org davuniversity.org dawsoncollege.qc.ca
db.dk dbatechuni.org dbskkv.org dcc.ufmg.br dceonline.net dcmail.ca dct.ch dct.udn.vn dcu.ie ddea.dk ddi.uliege.be ddu.nl
dehaagsehogeschool.nl dehaghan.iau.ir deusto.es devinci.fr dfh.dk dgit.gob.mx dgu.ru dhbw-karlsruhe.de dhbw-loerrach.de
dhbw-mannheim.de dhbw-mosbach.de dhbw-stuttgart.de dhbw-vs.de dhbw.de dhv-speyer.de diak.fi dias.ie dibru.ernet.in diploma.de
disfm.rnu.tn dit.ie diu.net.bd dkdm.dk dkit.ie dlh.dk dnu.dp.ua dongau.ru donmeduni.com dote.hu douglas.bc.ca
dpt-info.u-strasbg.fr dpu.dk drk.hu dsc.dm dshs-koeln.de dstu.dp.ua dswe.wroc.pl dti.sk dtu.dk du.se duf.hu duth.gr dvgu.ru
dvgups.ru dypatiluniversity.org e3i.univ-tours.fr eap.fr eap.gr eap.net eastafricauniversity.net eastsomaliauniversity.com
eba-muenchen.de ebc.mx ebs-paris.com ebs.de ebs.ee ebsu-edu.net ec-lille.fr ec-lyon.fr ec-nantes.fr ecam.be ecam.fr ece.fr
eciad.bc.ca ecjtu.jx.cn ecla.de ecoles-idrac.com ecomp.poli.br edu.edhec.com edu.escp.eu edu.htl-villach.at education.ivanovo.ru
edufr.ch eduhk.hk eelouniversity.org eerie.fr efau.org efe.hu efh-bochum.de efh-freiburg.de efh-hannover.de
efh-reutlingen-ludwigsburg.de efhlu.de efpg.inpg.fr efrei.fr eh-darmstadt.de ehb.be ehf.hu ehl.ch ehs-dresden.de ehsal.be ehu.es
ehu.eus eieonline.com eigsi.fr eiu.am eivp-paris.fr ektu.kz elrazicollege.net elsu.ru elte.hu eltech.ru em-lyon.com emanuel.ro
emc-campus.com emescam.br ems-mainz.de emse.fr emsfj.com emu.ee en.via.dk ena.fr enac.fr enae.es enap.uquebec.ca enautica.pt
enderuncolleges.com enes.unam.mx engec.ru enic.fr enim.fr enise.fr enit.fr enitab.fr enitac.fr enitiaa-nantes.fr enm.meteo.fr
enpc.fr ens-cachan.fr ens-fcl.fr ens-lyon.fr ens-paris-saclay.fr ens.fr ens2m.fr ensae.fr ensai.fr ensaia.u-nancy.fr ensait.fr
ensam.inra.fr ensat.fr ensc-lille.fr ensc-rennes.fr ensccf.univ-bpclermont.fr enscm.fr enscmu.univ-mulhouse.fr enscp.jussieu.fr
enscpb.u-bordeaux.fr ensea.fr enseeiht.fr ensem.u-nancy.fr enserb.u-bordeaux.fr ensg.ign.fr ensg.u-nancy.fr ensic.u-nancy.fr
ensica.fr ensieta.fr ensitm.fr ensm-ales.fr ensm-douai.fr ensma.fr ensmp.fr enspm.u-3mrs.fr enst-bretagne.fr enst.fr ensta.fr
entpe.fr enu.kz envt.fr epf.fr epfl.ch epita.fr epitech.al epitech.eu epitech.net epm.br eriicta.am esa-purpan.fr esad.pt
esc-bordeaux.fr esc-brest.fr esc-grenoble.fr esc-lille.fr esc-marseille.fr esc-normandie.fr esc-pau.fr esc-rouen.fr
esc-toulouse.fr escdijon.com escem.fr escna.fr escom.fr escp.eu escp.fr eseo.fr eshte.pt esiae.fr esic.es esiea.fr esiee.fr
esigelec.fr esim.imt-mrs.fr esitpa.org eslsca.fr esm-tbilisi.ge esmad.ipp.pt esme.fr esoft.academy espam-formationuc.org espci.fr
essca.asso.fr essec.fr esstin.u-nancy.fr esstu.ru estacio.br estp.fr ethz.ch etna.io etsmtl.ca etu.sorbonne-universite.fr
etu.unistra.fr etu.upmc.fr etud.u-pem.fr eu.spb.ru euba.sk euclid.int eudil.fr eufh.de eur.nl eurazir.kz europa-uni.de
europeaniu.org europeanopenuniversity.com europeanuniversity.pt euv-frankfurt-o.de evfh-berlin.de evfh-nuernberg.de evtek.fi
fa.cvut.cz fa.ru faap.br facens.br faculdadescuritiba.br famu.cz fanshawec.ca fanshaweonline.ca fatimacollege.net fau.de
fbcusl.8k.com fcetakoka-edu.net fecap.br feituverava.com.br fern-fh.de fernuni-hagen.de ferpi.dem.ru festu.ru ffhs.ch fh-aachen.de
fh-aargau.ch fh-aschaffenburg.de fh-augsburg.de fh-bad-honnef.de fh-biberach.de fh-bielefeld.de fh-bingen.de fh-bochum.de
fh-brandenburg.de fh-burgenland.at fh-dortmund.de fh-eberswalde.de fh-erfurt.de fh-flensburg.de fh-frankfurt.de fh-fresenius.de
fh-furtwangen.de fh-gelsenkirchen.de fh-giessen.de fh-hagenberg.at fh-hamburg.de fh-hannover.de fh-heidelberg.de fh-heilbronn.de
fh-hildesheim.de fh-hof.de fh-htachur.ch fh-htwchur.ch fh-hwz.ch fh-isny.de fh-jena.de fh-joanneum.at fh-karlsruhe.de
fh-kempten.de fh-kiel.de fh-kl.de fh-koblenz.de fh-koeln.de fh-konstanz.de fh-landshut.de fh-lausitz.de fh-lippe.de
fh-ludwigshafen.de fh-luebeck.de fh-mainz.de fh-mannheim.de fh-merseburg.de fh-muenchen.de fh-muenster.de fh-nb.de
fh-niederrhein.de fh-nordhausen.de fh-nuernberg.de fh-nuertingen.de fh-offenburg.de fh-oow.de fh-osnabrueck.de fh-ottersberg.de
fh-pforzheim.de fh-potsdam.de fh-regensburg.de fh-reutlingen.de fh-riedlingen.de fh-rosenheim.de fh-rottenburg.de
fh-schmalkalden.de fh-schwaebischhall.de fh-steyr.at fh-stralsund.de fh-telekom-leipzig.de fh-trier.de fh-wedel.de
fh-weihenstephan.de fh-weingarten.de fh-wels.at fh-westkueste.de fh-wiesbaden.de fh-wolfenbuettel.de fh-worms.de fh-wuerzburg.de
fh-zwickau.de fhbb.ch fhdw.bib.de fhdw.de fhkt.de fhm-mittelstand.de fhnon.de fhnw.ch fhoebb.de fhs-mannheim.de fhs-moritzburg.de
fhsg.ch fhso.ch fht-stuttgart.de fhtw-berlin.de fhv.at fhvr.berlin.de fhw-berlin.de fhw.at fhwt.de fic.br filmacademy.hu
filmowka.lodz.pl finki.ukim.mk firstnationsuniversity.ca fit.cvut.cz floridauniversitaria.es fom.de fomicgroup.cm forest.lviv.ua
foundationu.com foundationuniversity.com franko.lviv.ua fri.icfre.gov.in fs-students.de fs.de ftacademy.ru ftmsglobal.com
fu-berlin.de fua.br fupl.asso.fr furb.rct-sc.br furg.br g.nsu.ru gallus.pl gasu.ru gbrownc.on.ca gbs-ge.ch gcd.ie
gemsvilleuniversity.com georgiancollege.ca ghanacu.org gipe.ernet.in gitis.net giuedu.bz gju.ernet.in gkvharidwar.org
global-business-school.org gma.ru gmc.cc.ga.us gmit.ie gnduonline.org gnesin-academy.ru golapolytechnic.org gollisuniversity.com
gorganiau.ir gorny-ins.ru government.ind.in gpma.ru greenheartmed.org grenoble-em.com grenoble-inp.fr groupe-esa.com
groupeiscae.ma grsmu.by grsu.by gsba.ch gstu.gomel.by gsu.unibel.by gsyc.es gti.spb.ru gturp.spb.ru gu.nic.in gu.se gubkin.ru
guc.co.bw gujaratuniversity.org.in gukit.ru gulbargauniversity.kar.nic.in gulfuniversity.net gurukuluniversity.org guu.ru gwsh.pl
h-brs.de h-da.de ha.be halifaxuni.ac hamk.fi hanseuni.de hanu.vn hanuniversity.com hanze.nl hargeisauniversity.net hau.ernet.in
haw-hamburg.de hawlermu.org haybusak.org hb.se hbafa.com hcu-hamburg.de hcuge.ch hdk.gu.se hdm-stuttgart.de
hebeiuniteduniversity.com hec.ca hec.fr hei.fr heidenheim.dhbw.de heilbronn.dhbw.de helpnet.uliege.be helsinki.fi hep-bejune.ch
hepl.ch hepvs.ch hertie-school.org herzen.spb.ru hes-so.ch hfb.de hff-muenchen.de hfg-gmuend.de hfh.ch hfk-bremen.de hfk2020.de
hfm-detmold.de hfmdd.de hfmt-koeln.de hfp.mhn.de hfph.mwn.de hgkz.ch hgo.se hh.se hha.dk hhl.de hhrtu.com hhs.dk hhs.se hhu.de
hi.is hia.no hib.no hibo.no hiete.hu hifm.no hig.se hiiraanuniversity.info hik.se hil.no hillagric.ernet.in himh.de himolde.no
his.se hj.se hjs.uni-heidelberg.de hkkk.fi hkr.se hku.hk hku.nl hmdk-stuttgart.de hmt-leipzig.de hmtm-hannover.de hmtm.de hmu.gr
hnaubenin.org hnfjxy.cn hnluraipur.com hochschule-bonn-rhein-sieg.de hoduniv.net.ye hogent.be holar.is hopeafricauniversity.org
hotelschool.com.au hotelschool.nl howest.be hpuniv.nic.in hqgc.net hr.nl hro.nl hs-albsig.de hs-anhalt.de hs-bremen.de
hs-bremerhaven.de hs-coburg.de hs-duesseldorf.de hs-esslingen.de hs-fulda.de hs-hannover.de hs-harz.de hs-magdeburg.de
hs-mittweida.de hs-neu-ulm.de hs-rm.de hs-ulm.de hs-wismar.de hs-zigr.de hse.ru hsleiden.nl hslu.ch hsr.ch hsum-ac.mn hsvest.is
htl-villach.at htl-wels.at htu.se htw-berlin.de htw-dresden.de htw-saarland.de htwk-leipzig.de htwm.de hu-berlin.de hu.nl hua.gr
huflit.vnn.vn humanities.mn humber.ca humbermail.ca hunau.net hupe.hu huronuc.on.ca hut.fi hva.nl hvanneyri.is hwg-lu.de
hwp-hamburg.de hzs.be i-u.de iacademy.ph iade.pt iae-france.fr iaf.inrs.ca iaim.ro iap.li iari.ernet.in iaseduniv.org
iate.obninsk.ru iaukb.ir iaumehriz.com ibch.ru ibi.spb.ru ibp-moscow.ru ibs.uz ibss.eu icam.fr icfai.org ichec.be ici-luzern.com
icn-nancy.com icp.fr ict-toulouse.asso.fr ictp.trieste.it icu-edu.org ieeu.udm.ru iep.u-bordeaux.fr ieseg.fr iet.ru
if-pan.krakow.pl ifdtung.if.ua ifg.com.pl ifheindia.org ifmo.ru ifmparis.fr ifp.fr igims.org iha.dk ihi-zittau.de ihk.dk
ihteamlingue.it ihu.gr iiita.com iiits.in iipsindia.org iisc.ernet.in iit.com.na iitd.ernet.in iitg.ernet.in iitkgp.ernet.in
iiuedu.ie iksvv.com ilisimatusarfik.gl imbt.ma imd.org ime.eb.mil.br ime.ru imi-luzern.com impa.br imt-atlantique.net imtlucca.it
indianatech.net info.kma.lt inholland.nl inp-fc.fr inp.pt inpg.fr inpl-nancy.fr inrs.uquebec.ca insa-lyon.fr insa-rennes.fr
insa-rouen.fr insa-tlse.fr insa-toulouse.fr inseec.fr insel.ch int-evry.fr international.fh-aalen.de
internationaluniversity-schoolofmedicine.org intstudy.mai.ru inuaf-studia.pt ionio.gr ipb.pt ipbeja.pt ipc.dk ipc.pt ipca.pt
ipcb.pt ipdbuu.com.cn ipg.pt ipiaget.org ipl.pt ipleiria.pt ipp.pt ipportalegre.pt ips.pt ipsa.fr ipsantarem.pt ipt.pt ipvc.pt
iraquniversity.net ircam.fr ireste.fr isa.fupl.asso.fr isaacnewtoncr.com isab.fr isai.pt isara.fr isbb.pt isbm-school.com
isbm.org.in iscet.pt iscte-iul.pt iscte.pt isea.irk.ru isea.ru isen.fr isep.fr isetr.rnu.tn iseu.by isg.pt isg.rnu.tn
isim.univ-montp2.fr isla.pt islahonline.org islamiccolleges.com islamicuniversity.nl ism-dortmund.de ism.lt isma.indi.ru
ismcm-cesti.fr ismpo.sk ismra.fr isnm.de iso.fr ispa.pt ispab.pt ispcmw.rimed.cu ispgaya.pt ispu.ru iss.nl ist-hochschule.de
istec.pt istp.fr istp.pt istu.irk.ru istu.ru isu.ru isuct.ru isvouga.com ita.br ita.mx italo.br itam.mx itbmu.org.mm itc.mx itc.nl
itcarlow.ie itech.fr iteso.mx iti.is itismalta.com itmo.ru itpu.uz itson.mx itt-tech.info ittralee.ie itu.dk iu-travnik.com
iuav.unive.it iubh-fernstudium.de iubnt.yar.ru iubs.co.uk iue.it iuil.lu iuk.kg iulm.it iun.ch iuo.it iuoart.org iusspavia.it
ivri.nic.in iztapalapa.uam.mx jacobs-university.de jainuniversity.org jammuvarsity.org jcu.cz jedlik.eu jeffstateonline.com
jeppiaarcollege.org jhubc.it jisiasr.org jisiop.org jismsr.org jku.at jmi.nic.in jnkvv.nic.in jodhpurnationaluniversity.com
joensuu.fi jpte.hu jpv.bih.nic.in jrnrvu.org jum.ru jussieu.fr jutcm.com jvlma.lv jyu.fi kai.ru kalingauniversity.com kalmsu.ru
kamgu.ru kannadauniversity.org kanpuruniversity.org kantiana.ru karazin.ua karch.dk karlshochschule.de karlsruhe.dhbw.de
karnatakastateopenuniversity.in karpagamuniv.com karuniversity.com kashmiruniversity.net kasuportal.net kath-fh-nord.de kau.kz
kau.se kazanconservatory.ru kazeu.kz kaznpu.kz kazntu.kz kaznu.kz kbocc.org kbsu.ru kbtu.kz kdg.be kdu.md kee.hu kemsu.ru
kfb-berlin.de kfh-freiburg.de kfh-mainz.de kfhnw.de kgmu.kcn.ru kgpu.ru kgre.hu kgtu.runnet.ru kh-berlin.de khadi.kharkov.ua
khawarizmi.com khazar.org khi.is khio.no khk.be khleuven.be khlim.be khsa.de khspu.ru khstu.ru ki.se kii.gov.by kimep.kz
kingsu.ab.ca kiu.ru klgtu.ru kma.mk.ua knastu.ru knau.kg kneu.kiev.ua knightsbridgeuniversity.com knruhs.telangana.gov.in knu.ua
kodolanyi.hu kolieh.com konstfack.se koyauniversity.org kpi.kharkov.ua kpi.ua kpu.ca kristiania.no ksaba.ru ksbk-do.de kse.org.ua
ksfei.ru ksfh.de ksmu.kharkov.ua ksmu.kursknet.ru kspu.kaluga.ru kspu.ptz.ru kstu.kg kstu.kursk.ru kstu.kz kstuca.kharkov.ua
ksu.kst.kz ksu.kz ksu.ru ksucta.kg kth.se ktu.lt ku-eichstaett.de ku.dk ku.lt ku.sk kubagro.ru kubstu.ru kubsu.ru kudqi.net.my
kukinfo.com kul.lublin.pl kulak.kuleuven.be kuleuven.be kumaununiversity.org kumsa.net kunstakademie-duesseldorf.de
kunstakademiet.dk kursk-uni.ru kuva.fi kuwarangal.com kvl.dk kwantlen.bc.ca lacounty.org lagh-univ.dz lakeheadu.ca
lakeland.cc.il.us lama.lv lamar.org.mx lambtoncollege.ca lamk.fi langara.bc.ca langara.ca lansbridge.com lasalleuniversities.net
laspotech.net lasunigeria.org laurea.fi laurentian.ca lazarski.pl lbtu.lv lcc.lt lcst.ac ldceahd.org lef.upn.mx leon.uia.mx
lethbridgecollege.ca leuphana.de lfze.hu lgpu.lg.ua lhi.is lhs.se lib.klte.hu libopenuniv-edu.org liccsalsl.org lidapoly.com
limt.co.uk liu.se liuc.it lka.lt lkka.lt llu.lv lma.lv lmta.lt lmu.de ln.hk lnmu.bih.nic.in lnu.evis.net.ph lpu.in lrguas.ch
lsb.ie lsbf.org.uk lspa.lanet.lv ltu.bg lu.lv lu.se lucknowuniv.org luiss.it lumsa.it lunn.sci-nnov.ru lut.fi luth.se lva.lt
lzua.lt ma.odessa.ua maakhiruniversity.net macewan.ca macfast.org mackenzie.br madenatalelem.com madi.ru magadhuniversity.org
mah.se mahendradatta.org mail.polimi.it mala.bc.ca man.radom.pl manas.kg mannheim.dhbw.de margu.mari.ru marstu.mari.ru masu.ru
maua.br may.ie mcgill.ca mcmaster.ca mdh.se mdis.uz mdurohtak.com mechnik.spb.ru med.sgu.ru medilam.hbi.ir medin.nsc.ru
meduni-graz.at meduniv.lviv.ua meduniver.gomel.by meduniversity-plovdiv.bg meduniwien.at megatrend-edu.net mendelu.cz
merkur-fh.org merz-akademie.de mesi.ru metropolia.fi mfh-iserlohn.de mgavm.ru mgimo.ru mgpu.gomel.by mgri-rggru.ru mgsu.norna.ru
mgu.bg mh-hannover.de mh-luebeck.de mh-trossingen.de miet.ru mif.hu miigaik.ru miit.ru mil.lv mines-ales.fr mines-ales.org
mines.u-nancy.fr miom.org mipt.ru mirbis.ru mirea.ru misis.ru miu.by miu.ru miun.se miva.university mkuhyd.com mkv2.mah.nic.in
mma.ru mmibordeaux.com mogadishuuniversity.com mohawkcollege.ca montaigne.u-bordeaux.fr montesquieu.u-bordeaux.fr
moorelanduniversity.com mosbach.dhbw.de mosconsv.ru mosgu.ru most.gov.mm motolinia.com.mx mpbou.org mpgu.su mpkv.mah.nic.in
mpu-prague.cz mrsu.ru mruni.eu msa.eun.eg msaab.ru msiu.ru mslu.by mstuca.ru msu.mogilev.by msu.ru msuee.ru msuie.ru msvu.ca
mta.ca mta.ro mtroyal.ca mtu.ie mtuci.ru mu-luebeck.de mu-pleven.bg mu-sofia.bg mu-varna.bg mu.fapenet.org muh.ru muni.cz muni.es
musik-kons.dk musikhochschule-muenchen.de muthesius.de my.ipleiria.pt mycambrian.ca mylambton.ca mylaurier.ca mylcp.net mymtu.ie
myscc.ca myseneca.ca mytum.de n-nov.mednet.com naba.it nagauniv.org.in nagpur-university.com nait.ca nalandaopenuniversity.info
nancy.archi.fr natfiz.bg nauu.kiev.ua nawrozuniversity.com nbu.bg ncirl.ie ncstu.ru ndpi.uz ndri.nic.in ndu.fapenet.org
nduat.nic.in neic.nsk.su nes.ru newtonpaiva.br newworld.ac ngasu.sci-nnov.ru ngha.med.sa nha-bg.org nhh.no nhtv.nl nhv.se
niab.org.pk niagaracollege.ca nibm.lk nic.bc.ca nih.no nilc.spb.ru nimhans.kar.nic.in nims.ap.nic.in nims.net.in nipissingu.ca
nitap.in nith.no nitkkr.net nitsri.net nitw.ernet.in niu.org.uk niuitmo.ru njuts.cn nkrriwf.pl nkzu.kz nla.no nlc.bc.ca nlh.no
nma.bg nmh.no nmu.org.ua nntu.sci-nnov.ru nommensen.org nooruse.ee nordakademie.de nosu.ru novasbe.unl.pt nsa.bg nsac.ns.ca
nsbm.lk nscad.ns.ca nsmu.ru nstu.ru nsu.ru nt.gov.au ntb.ch ntnu.no ntruhs.ap.nic.in ntu.kar.net ntua.gr nu-online.com
nugaaluniversity.com nui.ie nuigalway.ie nul.ls nulaoag.com nure.ua nuu.uz nvit.bc.ca nwpi.ru nyenrode.nl nyme.hu nyuniversity.net
oamk.fi obonguniversity.net ocad.ca odisee.be oecu.jp ogasa.odessa.ua oist.jp ojaiusd.org okanagan.bc.ca omgau.ru omgtu.ru
omgups.ru omsk-osma.ru ontariotechu.ca ontariotechu.net op.org opu.odessa.ua oradeauniversity.co oradeauniversity.com oru.se
orun.ru oryxschool.qa osaft.odessa.ua oshmed.com osmu.odessa.ua ostfalia.de osu.cz osu.ru oth-aw.de ou.dk ou.nl oulu.fi
ovidunivconstanta-edu.org p.lodz.pl pac.by paderborn.de padmavatiwomen-univ.org pakistanhomoeopathy.com pam.szczecin.pl
panteion.gr paris-sorbonne.fr paris.ensam.fr paris4.sorbonne.fr parisnanterre.fr pb.bialystok.pl pcz.czest.pl pedago.pt
peizheng.com.cn perbanas.id petrsu.ru pfh-goettingen.de pg.gda.pl pgimer.nic.in pglu.ru ph-erfurt.de ph-freiburg.de ph-gmuend.de
ph-gr.ch ph-heidelberg.de ph-karlsruhe.de ph-ludwigsburg.de ph-weingarten.de pharmi.uz phbern.ch philtheol-augustin.de phlu.ch
phsg.ch phsz.ch phtg.ch phw.info phzg.ch phzh.ch picollege.ca pio.urbe.it pma.ph pnumanila.com.ph pnzgu.ru po.opole.pl
pol.lublin.pl poli.br poliba.it polimi.it polito.it polito.uz polsl.gliwice.pl polsl.pl polymtl.ca polytech-lille.fr
polytech-marseille.fr polytechnic-kabul.org polytechnique.fr polyunwana.net pomorsu.ru pondiuni.org pop-to.rnp.br popakademie.de
pote.hu ppke.hu praguecollege.cz pref.shiga.lg.jp privatfh-da.de prz.rzeszow.pl psfa.ru psma.ru psu.by psu.kz psu.ru psy.lv pte.hu
ptetjnvu.org pth-bb.de pth-muenster.de pthv.de pu.if.ua pu.kielce.pl pub.ro puc-rio.br puccamp.br pucminas.br pucpr.br pucrs.br
pucsp.br pul.it puntlandstateuniversity.com puonline.bih.nic.in pusavarsity.org.in pusc.it pust.net pust.urbe.it put.poznan.pl
puv.fi pv-ma.bg pwr.wroc.pl pwst.krakow.pl pwsz.eu pwsz.pila.pl pwu.com pz.zgora.pl qdpi.uz quadratacademy.com queensu.ca
questu.ca rabindrabharatiuniversity.net rah.ru rajalakshmi.org rakmhsu.com ramk.fi ranchiuniversity.org.in rau.am rau.lv rau.ro
raubikaner.org rauheshaus.de ravensburg.dhbw.de rcpi.ie rcsi-mub.com rcsi.ie rdunijbpin.org rea.ru redeemer.ca reduaeh.mx
reduaz.mx regentghana.net rennes-sb.com rfh-koeln.de rgata.yaroslavl.ru rgtu.net ritchennai.org rmc.ca rmstu.portal.gov.bd roac.nl
rosey.ch royalroads.ca rpiva.lv rshu.ru rsm.nl rsmu.da.ru rsmu.ru rsu.ru rsuh.ru rsuniversity.com rsute.ru rtu.lv ru.acad.bg ru.is
ru.lv ru.nl ruc.dk rug.nl ruhr-uni-bochum.de ruraluniversity-chitrakoot.org rusoil.net rwth-aachen.de ryerson.ca s.eduhk.hk
saadcollege.com sabauni.net sabi.eu.com sacrocuore.org sagaruniversity.nic.in sait.ca sakhgu.sakhalin.ru samara.university
sambalpuruniversitypgc.in samdu.uz samiit.ru samk.fi samsmu.ru sanaaguniversity.com sangu.ge sanskrit.nic.in saojudas.br
sapanet.ru sas-sd.net sau.sumy.ua sauder.ubc.ca saveetha.com saveethaengineering.com scar.utoronto.ca schillerparis.com
schillerstrasbourg.com sciences-po.fr sciencespo-rennes.fr sciencespo.fr sclondon.ac scp.fi sctimst.ker.nic.in sdu.dk
secretarialuz.org secupv.org sekuco.org selk.de selkirk.bc.ca selyeuni.sk semgu.kz sempreceub.com sendaidaigaku.jp
senecacollege.ca setur.fo seua.am sevntu.com.ua sevs.sk sfa.ba sfu.ca sgap.ru sgau.ru sggw.waw.pl sgh.waw.pl sgma.info sgma.kz
sgu.ernet.in sgu.ru sh-sipopolytechnic.com sh.se shannoncollege.com sheridancollege.ca shh.fi shouhua.net.cn shu-bg.net
shu.smolensk.su sia.ae siba.fi sibiu.ro sibsiu.kemerovo.su siewerth-akademie.de sigu7.jussieu.fr sisekaitse.ee sissa.it
siu-heidelberg.de sjdlc.com sjsm.org sjsv.nic.in skuniv.ap.nic.in skylineuniversity.com slam.katowice.pl sliate.net sliit.lk
slu.cz slu.se smarcos.br smithseminary.org smkfomra.net smolny-un.spb.ru smtu.ru smu.ca sns.it snspa.ro somtech.org sorbon.fr
sorbonne-universite.fr sorbonne.ae sote.hu sothebysinstitutelondon.com southasianuniversity.org sp.senac.br spartanmed.org
spbau.ru spbgasu.ru spbgau.spb.ru spbguki.ru spbiir.ru spbstu.ru spbtei.ru spbu.ru spbuwc.ru spcpa.ru spiruharet.ro spjain.org
spsmb.cz spsmma.com spu.ba spuniv.org srh-berlin.de srisathyasai.org.in srkdc.org srtmun.org ssaa.ru ssaba.smr.ru ssau.ru
sse.army.gr sse.gr ssea.runnet.ru sseu.ru ssgmce.org ssmu.ru sssup.it ssttu.samara.ru sstu-edu.ru sstu.samara.ru ssu.komi.com
ssu.samara.ru ssvv.up.nic.in st-georgen.uni-frankfurt.de stankin.ru stavsu.ru stb.iau.ir stcecilia.br stclairc.on.ca
stclairconnect.ca stenden.com stfx.ca stjosephsgroup.org stmarys.ca stmu.org stockholm-fu.com stthomasu.ca stu.lipetsk.ru stu.ru
stuba.sk stud.hs-hannover.de stud.vilniustech.lt studbocconi.it student.42.fr student.42.us.org student.aau.dk
student.hs-anhalt.de student.karazin.ua student.kuleuven.be student.lamk.fi student.laurea.fi student.lut.fi
student.maastrichtuniversity.nl student.spsmb.cz student.tudelft.nl student.uliege.be student.unisg.ch student.upt.ro
students.finki.ukim.mk students.jedlik.eu students.vizja.pl stw.de su.digitaluniversity.ac su.lt su.se suai.ru suh-edu.com
supaero.fr supbiotech.fr supco-amiens.fr supco-montpellier.fr supelec.fr supsi.ch suptelecom.net.ma surgu.wsnet.ru sut.ru sutd.ru
svbpuctm.org sve-mo.ba svimstpt.ap.nic.in svuni.ap.nic.in svuonline.org swc.tc swissmc.ch swissu.org swps.pl swsm.cn swtjc.net
swu.bg synergy.ru synergy.university sze.hu szie.hu szu.sk taizun.net tajagroun.tj tanuvas.com taoistcollege.org.sg tart.spb.ru
tashgiv.uz tauedu.org tayi.uz tbcc.cc.or.us tcd.ie tdiu.uz tdtu.uz teak.fi tec.mx tecbc.mx technikum-wien.at techniqueedu.com
tecmilenio.mx teluq.uquebec.ca teologi.dk termnet.co.jp tezu.ernet.in tfh-berlin.de tfh-bochum.de tfh-wildau.de tfi.uz
tgnu.tarena.tj tgpi.ttn.ru tgsha.ru th-brandenburg.de th-deg.de th-koeln.de th-rosenheim.de tha.de theatrins-yar.ru
thh-friedensau.de thi.de thierryschool.org thiqaruni.org thm.de thomasmore.be thu.de thuniv.net ties.com.mx tietgen.dk
tiffinprague.cz tiho-hannover.de tiim.uz tilburguniversity.nl timacad.ru tiu.tj tiu.uz tkbf.hu tktk.ee tltsu.ru tlu.ee tma.uz
tmbu.org tndalu.org tnu.crimea.ua tnuni.sk toledo.br torontomu.ca touro.ru tpu.fi tpu.ru trentu.ca trinity.utoronto.ca
tripurauniv.in tru.ca truni.sk tshmc.org tsi.lv tsma.ru tsogu.ru tstu.ru tstu.tver.ru tsu.ru tsu.tula.ru tsuab.ru tsure.ru
tsvu.nic.in ttc.ryazan.ru ttu.ee tu-berlin.de tu-braunschweig.de tu-bryansk.ru tu-bs.de tu-chemnitz.de tu-clausthal.de
tu-cottbus.de tu-darmstadt.de tu-dortmund.de tu-dresden.de tu-freiberg.de tu-ilmenau.de tu-sofia.bg tu-varna.acad.bg tu.edu.te.ua
tu.kielce.pl tu.koszalin.pl tuc.gr tudelft.nl tudublin.ie tue.nl tugab.bg tugraz.at tuhh.de tuiasi.ro tuit.uz tuke.sk tukkk.fi
tum.de tuniv.szczecin.pl tup.km.ua turathun.com turiba.lv turkistan.kz tus.ie tusol.org tusom.org tusur.ru tut.fi tuvsu.ru
tuzvo.sk tvcc.cc tvuni.in tvz.hr twu.ca u-3mrs.fr u-bordeaux2.fr u-bourgogne.fr u-cergy.fr u-clermont1.fr u-grenoble3.fr
u-paris10.fr u-paris2.fr u-pec.fr u-pem.fr u-picardie.fr u-psud.fr u-szeged.hu u7nc.uvt.rnu.tn ua.es ua.pt uaa.mx uaaan.mx uab.es
uab.ro uabc.mx uabcs.mx uabjo.mx uabobo.ci uac.bj uac.pt uacam.mx uacg.bg uach.cl uach.mx uacj.mx uaconcagua.cl uadec.mx uady.mx
uaem.mx uaemex.mx uaf.mx uag.mx uagro.mx uah.es uahb.sn uahurtado.cl uai.cl uaic.ro ual.mx ualberta.ca ualg.pt ualm.es uam.es
uam.mx uam.refer.ne uamericas.cl uams.be uamsa.net uan.ao uan.mx uandes.cl uanl.mx uantof.cl uantwerpen.be uapa.ru uaq.mx
uartdcluj.ro uas.cl uas.mx uasbng.kar.nic.in uasd.net uaslp.mx uasm.md uasnet.mx uat.mx uat.ro uatla.pt uatx.mx uauim.ro uav.ro
uax.es uaysen.cl ub.bw ub.es ub.ro uba.ar ubbcluj.ro ubc.ca ubfc.fr ubi.pt ubiobio.cl ubishops.ca ubm.ro ubohiggins.cl
ubolivariana.cl ubouake.ci ubritanica.cl ubu.es ubuea.cm uc.cl uc.pt uc.rnu.tn uc3m.es uca.es uca.fr ucaat.com ucad.sn ucalgary.ca
ucapanama.org ucasal.net ucavila.es ucb.br ucbc.org ucc.ie uccb.ns.ca uccm.md ucd.ie ucdconnect.ie ucentral.cl ucervantes.cl
ucg.br ucg.ie uchceu.es uchile.cl ucimed.com ucinf.cl uclm.es uclouvain.be ucm.cl ucm.es ucm.sk ucn.cl ucna.info ucnh.org uco.es
uco.fr ucol.mx ucp.br ucp.pt ucpel.tche.br ucs.mun.ca ucs.tche.br ucsal.br ucsc.cl ucsh.cl uctem.cl ucv.cl ucv.es ucv.ve uda.ad
uda.cl udb.sn udc.es udc.gal udec.cl udelmar.cl udesarrollo.cl udesc.br udesmontagnes.org udg.co.cu udg.es udg.mx udk-berlin.de
udl.es udla.mx udlap.mx udn.vn udo.mx udp.cl ue-varna.bg ueb.isfun.net uece.br uef.ru uefs.br uel.br uem.br uem.es uem.mz uem.ro
uema.br uenf.br uep.educ.ph uepg.br uerj.br uern.br uesb.br uesc.br uespi.br uevora.pt uf3ceu.es ufac.br ufal.br ufar.am ufba.br
ufc.br ufes.br uff.br ufg.br ufinis.cl ufjf.br ufla.br ufma.br ufmg.br ufms.br ufmt.br ufop.br ufp.nc ufp.pt ufpa.br ufpb.br
ufpe.br ufpel.tche.br ufpi.br ufpr.br ufrgs.br ufrj.br ufrn.br ufro.cl ufromail.cl ufrpe.br ufrrj.br ufs.br ufsc.br ufscar.br
ufsm.br uft-plovdiv.bg ufu.br ufv.br ufv.ca ufv.es ugaf.rnu.tn ugal.ro uganc.org ugb.sn ugent.be ugf.br ugm.cl ugr.es ugrasu.ru
ugs.ed.ao ugsha.ru ugto.mx uh.cu uha.fr uhasselt.be uhb.fr uhp-nancy.fr uhsa.ag uhu.es ui1.es uia.es uia.mx uia.no uiah.fi uib.es
uib.kz uib.no uic.es uic.globe.com.ph uii.sever.ru uiliria.org uimp.es uinternacional.pt uio.no uis.no uisek.cl uisrael.ec uit.no
uj.rnu.tn ujaen.es ujat.mx ujed.mx ujep.cz ujf-grenoble.fr uji.es ujnk.org ujsierra.mx ujso.cl ukf.sk ukh.ac ukim.mk ukings.ns.ca
ukit-tomohon.org ukm.my ukma.kiev.ua ukrfa.kharkov.ua uku.fi ul.ie ul.pt ula.ve ulagos.cl ulaicavr.com ulangola.net ulapland.fi
ulare.cl ulaval.ca ulb.be ulbra.br ulbsibiu.ro ulbu.bi uleth.ca uliege.be ulim.md ulivingstonia.com ull.es uloyola.es ulpgc.es
ulspu.ru ulstu.ru ulsu.ru ult.ens.tn ulusiada.pt ulusofona.pt um-rdc.org um.es um.rnu.tn um.si uma.co.ao uma.es uma.pt uma.rnu.tn
umag.cl umanitoba.ca umar.mx umaritima.cl umayor.cl umb.no umb.sk umbb.dz umc.br umca.net umcc.cu umce.cl umcollege.com
umcs.lublin.pl ume.cl umfcluj.ro umfiasi.ro umft.ro umftgm.ro umh.es umich.mx uminho.pt umit-tirol.at umit.at ummto.dz umoderna.pt
umoncton.ca umontpellier.fr umontreal.ca umst-edu.com umu.se un.mx una.an una.py unab.cl unacar.mx unach.mx unachile.cl unaerp.br
unak.is unam.mx unam.na unama.br unap.cl unarte.ro unat.ens.tn unatc.ro unav.es unavarra.es unb.br unb.ca unbc.ca unbi.ba unbsj.ca
undh.org uneatlantico.es uneb.br uned.es uneph.org unesc.rct-sc.br unesco-ihe.org unesp.br unex.es unfa.cl ung.br ung.si unge.gq
uni-agro.grodno.by uni-augsburg.de uni-bamberg.de uni-bayreuth.de uni-bge.hu uni-bielefeld.de uni-bonn.de uni-bremen.de
uni-corvinus.hu uni-dubna.ru uni-duesseldorf.de uni-duisburg-essen.de uni-erfurt.de uni-erlangen.de uni-flensburg.de
uni-frankfurt.de uni-freiburg.de uni-giessen.de uni-goettingen.de uni-greifswald.de uni-halle.de uni-hamburg.de uni-hannover.de
uni-heidelberg.de uni-hildesheim.de uni-hohenheim.de uni-jena.de uni-kassel.de uni-kiel.de uni-kl.de uni-koblenz-landau.de
uni-koeln.de uni-konstanz.de uni-leipzig.de uni-lj.si uni-lueneburg.de uni-magdeburg.de uni-mainz.de uni-mannheim.de
uni-marburg.de uni-miskolc.hu uni-muenchen.de uni-muenster.de uni-nke.hu uni-obuda.hu uni-oldenburg.de uni-osnabrueck.de
uni-paderborn.de uni-pannon.hu uni-passau.de uni-plovdiv.bg uni-potsdam.de uni-prizren.com uni-regensburg.de uni-rostock.de
uni-ruse.bg uni-saarland.de uni-siegen.de uni-sofia.bg uni-speyer.de uni-stuttgart.de uni-svishtov.bg uni-sz.bg uni-trier.de
uni-tuebingen.de uni-ulm.de uni-vechta.de uni-vt.bg uni-weimar.de uni-wh.de uni-wuerzburg.de uni-wuppertal.de uni.li uni.lodz.pl
uni.lu uni.opole.pl uni.pt uni.torun.pl uni.udm.ru uni.wroc.pl unia.ao uniaam.uia.es uniacc.cl uniactiva.com uniag.sk unian.it
uniara.com.br uniara.uia.es unib.br uniba.it uniba.sk uniban.br uniband.org unibas.ch unibas.it unibda.net unibe.ch unibg.it
unibl.org unibo.it unibocconi.it unibosco.br unibrasil.com.br unibs.it unibuc.ro unibw-hamburg.de unibw-muenchen.de unibz.it
unica.cu unica.it unicaen.fr unical.it unicam.it unicamp.br unicampus.it unican.es unicap.br unicas.it unicastelo.br unicatt.it
unice.fr uniceub.br unich.it unicid.br unicit.cl unicruz.tche.br unicsul.br unict.it unidavi.rct-sc.br unideb.hu unidu.hr
uniecampus.it uniedpa.com uniese.it unifacs.br unifap.br unife.it unifenas.br unifg.it unifi.it unifor.br unifr.ch unifran.br
unig.br unige.ch unige.it unigoias.com.br unigranrio.br unigre.it unigre.urbe.it unijui.tche.br unikin.cd unikino.mx unil.ch
unilasalle.fr unile.it unileon.es unilib.neva.ru unilim.fr unilink.it unilu.ch uniludes.ch unima.mw unimaas.nl unimar.br unimas.my
unimc.it unime.it unimep.br unimes.com.br unimes.fr unimetroangola.com unimi.it unimib.it unimol.it unimonte.br unimontes.br
unin.hr unina.it unina2.it uninav.it unine.ch uninova.sk uninove.br uninsubria.it unioeste.br unios.hr uniovi.es unip-objetivo.br
unipa.it unipd.it unipe.br unipg.it unipi.gr unipi.it unipli.com.br unipo.sk unipr.it unipu.hr unipune.ernet.in unipv.it unir.br
uniraj.org unirc.it uniri.hr unirio.br unirioja.es uniroma1.it uniroma2.eu uniroma3.it unirsm.sm unis.sn unisa.br unisa.it
unisal.it unisannio.it unisantos.com.br unisc.br unisg.ch unisg.it unishabunia.org unisi.it unisilvaner.info unisinos.br
unisob.na.it unispital.ch uniss.it unist.hr unistra.fr unistrapg.it unistrasi.it unisul.br uniswa.sz unit.br unitau.br unitbv.ro
unite.it unitec.mx unitn.it unito.it units.it unitus.it uniube.br uniud.it uniurb.it univ-ab.pt univ-ag.fr univ-alger.dz
univ-alger3.dz univ-amu.fr univ-angers.fr univ-annaba.dz univ-antananarivo.mg univ-antilles.fr univ-antsiranana.mg univ-artois.fr
univ-avignon.fr univ-bangui.net univ-batna.dz univ-bejaia.dz univ-biskra.dz univ-blida.dz univ-bpclermont.fr univ-brest.fr
univ-catholyon.fr univ-chlef.dz univ-cocody.ci univ-corse.fr univ-douala.com univ-dschang.org univ-emir.dz univ-evry.fr
univ-fcomte.fr univ-fianar.mg univ-grenoble-alpes.fr univ-guelma.dz univ-jfc.fr univ-jijel.dz univ-k.rnu.tn univ-kag.org
univ-lehavre.fr univ-lemans.fr univ-lille1.fr univ-lille2.fr univ-lille3.fr univ-littoral.fr univ-lome.tg univ-lorraine.fr
univ-lr.fr univ-lyon1.fr univ-lyon2.fr univ-lyon3.fr univ-mahajanga.mg univ-metz.fr univ-mlv.fr univ-mngb.net univ-montp1.fr
univ-montp2.fr univ-montp3.fr univ-mosta.dz univ-msila.dz univ-mulhouse.fr univ-nancy2.fr univ-nantes.fr univ-ndere.cm
univ-ndjamena.org univ-nkc.mr univ-oeb.dz univ-oran.dz univ-orleans.fr univ-ouaga.bf univ-ouargla.dz univ-ovidius.ro
univ-paris-diderot.fr univ-paris1.fr univ-paris12.fr univ-paris13.fr univ-paris3.fr univ-paris5.fr univ-paris8.fr univ-pau.fr
univ-perp.fr univ-poitiers.fr univ-reims.fr univ-rennes1.fr univ-rennes2.fr univ-reunion.fr univ-rouen.fr univ-saida.dz
univ-savoie.fr univ-sba.dz univ-setif.dz univ-skikda.dz univ-st-etienne.fr univ-tebessa.dz univ-thies.sn univ-tiaret.dz
univ-tlemcen.dz univ-tln.fr univ-tlse1.fr univ-tlse2.fr univ-tlse3.fr univ-toamasina.mg univ-toliara.mg univ-toulouse.fr
univ-tours.fr univ-ubs.fr univ-usto.dz univ-valenciennes.fr univ-zig.sn univ.gda.pl univ.kiev.ua univ.rzeszow.pl univ.szczecin.pl
univ.uzhgorod.ua univa.mx univagro-iasi.ro univale.br univali.rct-sc.br univap.br univaq.it univcb.ro unive.it univer.kharkov.ua
univer.omsk.su univermed-cdgm.ro universidadarcis.cl universidadatlantico.org universidadbrauliocarrillo.com
universidadcentral.com universidade-autonoma.pt universidadpedagogica.com universidadsanjosecr.com universitateamaritima.ro
universite-paris-saclay.fr universite-yde2.org universiteitleiden.nl universitekongo.org university.kg university.kherson.ua
university.tversu.ru universitycanadawest.ca universityliberia.org universityofbohol.com universityofgalway.ie
universityofsomalia.net universo.br universum-ks.org univesp.br univet.hu univgb.rnu.tn univillarica.mx univmed.fr univr.it
univsul.org uniwa.gr uniza.sk unizar.es unizd.hr unizg.hr unizh.ch unl.pt unmas.org unmb.ro unmo.ba unmuhmataram.com unnet.es
uno.mx unoeste.br unp.br unsa.ba unssa.rs.ba untag-jkt.org untagcirebon.info untz.ba unva.cz unwe.acad.bg unyp.cz unza.zm unze.ba
uoa.gr uob.ga uoc.es uoc.gr uod.ac uoguelph.ca uohyd.ernet.in uoi.gr uoit.ca uojazeera.com uol.de uom.gr uop.gr uor.org uoradea.ro
uosa.uar.net uottawa.ca uowm.gr up.mx up.pt up.univ-mrs.fr upa.cl upa.ro upacifico.cl upaep.mx upatras.gr upc-rdc.cd upce.cz
upco.es upct.es upe.br upe.poli.br upeace.org upei.ca upet.ro upf.es upf.pf upf.tche.br upg-ploiesti.ro upiig.ipn.mx upis.br
upit.ro upjs.sk uplearnbusinessschool.com upm.es upm.moldnet.md upm.ro upmc.com upmc.fr upmf-grenoble.fr upn.mx upo.es upol.cz
uportu.pt upou.org upr.si upra.org ups-tlse.fr ups.urbe.it upsa.es upt.al upt.ro upv.es uqac.ca uqam.ca uqar.uquebec.ca
uqat.uquebec.ca uqo.ca uqroo.mx uqtr.uquebec.ca uquebec.ca ur.mx urca.br urcamp.tche.br uregina.ca urfu.ru uri.br urjc.es url.es
urv.es us.es usaaa.ru usab-tm.ro usab.ro usach.cl usafa.af.mil usal.es usam.md usamvcluj.ro usanandres.cl usart.ru usask.ca
usat.ms usb.md usb.ve usc.br usc.es usc.gal uscon.ru usenghor-francophonie.org userena.cl usf.br usf.com.mx usfea.ru usfx.info
ush.sd usherb.ca ushs.u-strasbg.fr usi.ch usj.es usjc.uwaterloo.ca usla.ru usm.cl usm.md usm.my usm.trompo.com usmf.md usmga.ru
usoms.poznan.pl uson.mx usp.br usp.ph uspsantapaula.com uss.cl uss.rnu.tn ust.cl ust.hk ust.md ustanne.ednet.ns.ca
ustboniface.mb.ca usthb.dz ustpaul.ca usu.br usu.ru usudbury.com usue.ru usuft.kiev.ua usuhs.mil usurcolombia.com usv.ro ut.ee
ut.pr uta.cl uta.fi utad-petel-edu.org utad.pt utalca.cl utanga.co.ao utb.cz utbm.fr utc.fr utcb.ro utcluj.ro utem.cl utfsm.cl
utgjiu.ro uth.gr uth.hn uth.pl utkaluniv.org utl.pt utm.md utm.mx utm.my utm.rnu.tn utm.ro utm.utoronto.ca utmn.ru utoronto.ca
utt.fr utt.ro utu.fi utunis.rnu.tn utwente.nl uu.nl uu.se uumail.in uv.cl uv.es uv.mx uva.br uva.es uva.nl uvanet.br uvauga.ru
uvg1.net uvh.nl uvic.ca uvic.es uvigo.es uvigo.gal uvipro.cl uvm.cl uvm.sk uvp.mx uvsq.fr uvt.rnu.tn uvt.ro uvvg.ro uwasa.fi
uwaterloo.ca uwed.uz uwi.tt uwindsor.ca uwinnipeg.ca uwo.ca uy1.uninet.cm uz.rnu.tn uzh.ch uzswlu.uz va.lv vaganovaacademy.ru
valahia.ro vaniercollege.qc.ca vbu.co.in vcc.ca vda.lt vdu.lt venta.lv ver.ucc.mx vern.hr vet-alfort.fr vet-lyon.fr vet-nantes.fr
veths.no vfrta.ru vfu.bg vfu.cz vgafk.ru vgasa.ru vgmu.vitebsk.by vgta.vrn.ru vgtu.lt victoria-uni.ch vicu.utoronto.ca
videndjurs.dk vieup.ru vignanuniversity.org vikramuniversity.org vinayakamissions.com viu.es vkgu.kz vksu-ara.org vlekho.be
vlerick.be vlerick.com vlsu.ru vnmu.vn.ua voenmeh.ru volgogradstatemedicaluniversity.in volsu.ru vpu.lt vsau.ru vsavm.com vsb.cz
vscht.cz vsci.cz vse.cz vsgaki.burnet.ru vsgtu.eastsib.ru vslib.cz vsm.sk vsma.info vsmu.sk vsp.cz vspu.kirov.ru vspu.ru
vssladkovicovo.sk vssvalzbety.sk vstecb.cz vstu.ru vstu.vinnica.ua vstu.vitebsk.by vsu.by vsu.ru vsvu.sk vu.lt vu.nl vub.be
vumk.eu vut.cz vutbr.cz vvsaz.org vvsu.ru vxu.se w-hs.de wageningenuniversity.nl wakf.org wbuafs.nic.in wbut.net wdsdjxy.com
webster.ch wenk.be westcoastuniversity-edu.com westcoastuniversity.bz westhillscollege.com whu-koblenz.de williamgilbert.co.uk
windesheim.nl wit.ie wittenborg.eu wiut.uz wkau.kz wlodkowic.pl wlu.ca wmu.se wsb.poznan.pl wsb.toi.tarnow.pl wsei.lublin.pl
wsiz.rzeszow.pl wsm.gdynia.pl wsm.szczecin.pl wsp.bydgoszcz.pl wsp.czest.pl wsp.krakow.pl wsp.slupsk.pl wsp.zgora.pl wsps.waw.pl
wsub.waw.pl wsz.pl wszib.krakow.pl wwu.de www-ecpm.u-strasbg.fr www-engees.u-strasbg.fr www-ensais.u-strasbg.fr
www-ensps.u-strasbg.fr www-ulp.u-strasbg.fr www-urs.u-strasbg.fr wzmu.net xza.cn ycmou.com yizhuan.com yncrea.fr yorku.ca ysmu.am
ysparmaruniversity.org yspu.yar.ru ystu.yar.ru ysu.am ysu.ru yukoncollege.yk.ca yuniv.net yznu.cn zcu.cz zdsoft.com.cn
zetechcollege.com zgfxy.cn zhaw.ch zhdk.ch zhezu.kz zhgu.kz zhwin.ch znuel.net zpsb.szczecin.pl zsem.hr zucghana.org zuyd.nl
`
