import Foundation
import Testing

@testable import Offscreen

/// Notices that ask for consent: pages of our own that name their elements as the tools do.
struct BannerTests {
  struct Banner: Sendable, CustomTestStringConvertible {
    var tool: String
    /// The elements that are to go have the class `gone`.
    var markup: String
    var testDescription: String { tool }
    init(_ tool: String, _ markup: String) { (self.tool, self.markup) = (tool, markup) }
  }

  static let banners = [
    Banner("Axeptio", "<div id=axeptio_overlay class='axeptio_mount gone'><div>Cookies</div></div>"),
    Banner("AWS", "<div id=awsccc-cb class=gone><div id=awsccc-cb-c>We use cookies</div></div>"),
    Banner(
      "Blogger", "<div id=cookieChoiceInfo class='gone cookie-choices-info'><span>This site uses cookies</span></div>"),
    Banner(
      "Borlabs Cookie", "<div id=BorlabsCookieBox class='BorlabsCookie gone'><div class=cookie-box>Privacy</div></div>"),
    Banner(
      "Civic Cookie Control",
      "<div id=ccc><div id=ccc-notify class=gone>Cookies</div><div id=ccc-overlay class=gone></div></div>"),
    Banner(
      "Complianz",
      "<div id=cmplz-cookiebanner-container class=gone><div class='cmplz-cookiebanner cmplz-show'>Consent</div></div>"),
    Banner(
      "consentmanager", "<div id=cmpwrapper class='cmpwrapper gone'><div id=cmpbox class=cmpbox>We need you</div></div>"
    ),
    Banner(
      "Cookiebot",
      "<div id=CybotCookiebotDialog name=CybotCookiebotDialog class=gone role=dialog>This website uses cookies</div><div id=CybotCookiebotDialogBodyUnderlay class=gone>.</div>"
    ),
    Banner(
      "CookieConsent",
      "<div id=cc-main><div class='cm-wrapper'><div class='cm cm--box gone'>Hello traveller</div></div></div>"),
    Banner("CookieFirst", "<div class='cookiefirst-root notranslate gone'>We value your privacy</div>"),
    Banner(
      "CookieHub", "<div class='ch2 ch2-container'><div class='ch2-dialog ch2-dialog-bottom gone'>Cookies</div></div>"),
    Banner(
      "Cookie Information",
      "<div id=cookie-information-template-wrapper class=gone><div id=coiOverlay>Control your privacy</div></div>"),
    Banner("CookieScript", "<div id=cookiescript_injected class=gone role=dialog>This website uses cookies</div>"),
    Banner(
      "CookieYes",
      "<div class='cky-overlay gone'>.</div><div class='cky-consent-container cky-box-bottom-left gone'><div class=cky-consent-bar>We value your privacy</div></div>"
    ),
    Banner("CookieYes before", "<div id=cookie-law-info-bar class=gone><span>This website uses cookies</span></div>"),
    Banner("Crownpeak", "<div id=_evidon_banner class='evidon-banner gone'>By using this site</div>"),
    Banner(
      "Didomi",
      "<div id=didomi-host class=gone data-nosnippet=true><div id=didomi-popup class=didomi-popup-backdrop>Welcome</div></div>"
    ),
    Banner(
      "Drupal EU Cookie Compliance",
      "<div role=alertdialog id=sliding-popup class='sliding-popup-bottom gone'><div class='eu-cookie-compliance-banner'>We use cookies</div></div>"
    ),
    Banner("Ezoic", "<div id=ez-cookie-dialog-wrapper class=gone><div id=ez-cookie-dialog>Your privacy</div></div>"),
    Banner(
      "Google Funding Choices",
      "<div class='fc-consent-root gone'><div class=fc-dialog-overlay></div><div class=fc-dialog-container>Consent</div></div>"
    ),
    Banner("GOV.UK", "<div class='govuk-cookie-banner gone' data-nosnippet role=region>Cookies on this service</div>"),
    Banner(
      "HubSpot",
      "<div id=hs-eu-cookie-confirmation class=gone><div id=hs-eu-cookie-confirmation-inner>This website stores cookies</div></div>"
    ),
    Banner(
      "Cookie Notice",
      "<div id=cookie-notice role=dialog class='cookie-revoke-hidden cn-position-bottom gone'><div class=cookie-notice-container>Ok?</div></div>"
    ),
    Banner(
      "iubenda",
      "<div id=iubenda-cs-banner class='iubenda-cs-default gone'><div class=iubenda-cs-container>Notice</div></div>"),
    Banner("Ketch", "<div id=lanyard_root class=gone><div role=dialog>Your privacy</div></div>"),
    Banner(
      "Klaro",
      "<div id=klaro><div class=klaro lang=en><div class='cookie-notice gone'><div class=cn-body>Hi!</div></div></div></div>"
    ),
    Banner(
      "MediaWiki",
      "<div class='mw-cookiewarning-container gone'><div class=mw-cookiewarning-text>Cookies help us</div></div>"),
    Banner(
      "Moove GDPR",
      "<aside id=moove_gdpr_cookie_info_bar class='moove-gdpr-info-bar-hidden gone'>We are using cookies</aside>"),
    Banner(
      "OneTrust",
      "<div id=onetrust-consent-sdk class=gone><div class='onetrust-pc-dark-filter ot-fade-in'></div><div id=onetrust-banner-sdk role=region>We use cookies</div></div>"
    ),
    Banner(
      "OneTrust before",
      "<div id=optanon class=gone>x</div><div class='optanon-alert-box-wrapper gone'>We use cookies</div>"),
    Banner(
      "Osano",
      "<div role=dialog class='osano-cm-window gone'><div class='osano-cm-dialog osano-cm-dialog--type_bar'>This website</div></div>"
    ),
    Banner(
      "Osano before",
      "<div role=dialog aria-label=cookieconsent class='cc-window cc-banner cc-type-info cc-bottom gone'>This website</div>"
    ),
    Banner(
      "Quantcast",
      "<div id=qc-cmp2-container class=gone><div id=qc-cmp2-main class=qc-cmp-cleanslate>We value your privacy</div></div>"
    ),
    Banner(
      "Shopify",
      "<div id=shopify-pc__banner class='shopify-pc__banner__dialog gone' role=alertdialog>Cookie consent</div>"),
    Banner(
      "Sourcepoint",
      "<div id=sp_message_container_1170723 class=gone><iframe id=sp_message_iframe_1170723></iframe></div>"),
    Banner("Squarespace", "<section class='sqs-cookie-banner-v2 gone'>We use cookies</section>"),
    Banner(
      "tarteaucitron",
      "<div id=tarteaucitronRoot class=gone><div id=tarteaucitronAlertBig>This site uses cookies</div></div>"),
    Banner("Termly", "<div id=termly-code-snippet-support class=gone><div role=alertdialog>We use cookies</div></div>"),
    Banner("Transcend", "<div id=transcend-consent-manager class=gone>Consent</div>"),
    Banner(
      "TrustArc",
      "<div id=truste-consent-track class='truste-banner gone'>Our sites</div><div class='truste_overlay gone'>.</div>"),
    Banner("Usercentrics", "<div id=usercentrics-root data-created-at=1 class=gone>Privacy settings</div>"),
    Banner("Usercentrics now", "<aside id=usercentrics-cmp-ui class=gone>Privacy settings</aside>"),
    Banner("Wix", "<div data-hook=consent-banner-root class=gone>We use cookies</div>"),
  ]

  /// Locked, as banners lock pages.
  private static func page(_ banner: String, style: String = "overflow:hidden;height:100%") -> String {
    "<!doctype html><html style='\(style)'><body style='margin:0;\(style)'><main style='height:900px'>Words</main>\(banner)"
  }

  private func load(_ html: String) async throws -> WebPage {
    let page = WebPage.forTests()
    page.options.hidesBanners = true
    try await page.load(html: html)
    return page
  }

  @Test(arguments: banners) func theyGo(_ banner: Banner) async throws {
    let html = Self.page(banner.markup)
    let before = WebPage.forTests()
    try await before.load(html: html)
    #expect(try await !before.elements(matching: ".gone").isEmpty)
    let page = try await load(html)
    #expect(try await page.elements(matching: ".gone, .gone *").isEmpty)
    #expect(try await page.elements(matching: "main").count == 1)
    #expect(try await page.snapshot(SnapshotOptions(region: .fullPage)).height == 900, "it can be scrolled again")
  }

  /// Each tool in the list has a page here.
  @Test func allToolsAreTried() {
    let tried = Set(Self.banners.map { $0.tool.replacing(" before", with: "").replacing(" now", with: "") })
    #expect(tried == Set(Banners.tools.map(\.name)))
  }

  private static let ordinary = [
    "<div class=cookie-recipes id=cookies>Chocolate chip</div>", "<section id=consent>On consent</section>",
    "<nav class='cc-nav cc-main' id=main>Menu</nav>", "<div class=cm>2 cm</div><div class=modal>x</div>",
    "<div class=banner id=banner>Summer sale</div>", "<div class='overlay popup'>Sign in</div>",
    "<article class='ch2-container'>Chapter 2</article>", "<div class='cookie-notice'>A note about baking</div>",
    "<div id=sliding-popup>Gallery</div><div id=ccc>Chaos Computer Club</div>",
    "<div id=cookie-notice>Our bakery</div>",
    "<footer><a id=teconsent href=x>Cookie preferences</a> <a class=cky-banner-element>Choices</a></footer>",
  ]

  @Test(arguments: ordinary) func ordinaryPagesKeepTheirs(_ markup: String) async throws {
    let html = Self.page(markup)
    let plain = WebPage.forTests()
    try await plain.load(html: html)
    let page = try await load(html)
    #expect(try await page.boxes() == plain.boxes())
    #expect(try await page.snapshot(SnapshotOptions(region: .fullPage)).data.count > 0)
    #expect(
      try await page.snapshot(SnapshotOptions(region: .fullPage)).height == 100, "a page that is not to scroll does not"
    )
  }

  @Test func theSheetIsOneThatIsRead() throws {
    for tool in Banners.tools {
      for selector in tool.selectors { #expect(PageSelector(selector) != nil, "\(selector)") }
    }
  }
}
