/// Consent notices, so that they can be left out of a picture.
///
/// The selectors are what the tools that make such banners call their own elements: names that no other page gives to
/// anything. Words such as `cookie` alone are no such name. None uses `:has()`, which the style sheet's last rule puts
/// around all of them.
enum Banners {
  /// A tool, and what its banner consists of.
  struct Tool: Sendable {
    var name: String
    /// What it puts on the page: notices, dialogs, what darkens the page behind them.
    var selectors: [String]
  }

  static let tools = [
    Tool(name: "Axeptio", selectors: ["#axeptio_overlay", ".axeptio_mount", "#axeptio_main_button"]),
    Tool(name: "AWS", selectors: ["#awsccc-cb"]),
    Tool(name: "Blogger", selectors: ["#cookieChoiceInfo"]),
    Tool(
      name: "Borlabs Cookie",
      selectors: ["#BorlabsCookieBox", "#BorlabsCookieBoxWrap", "#BorlabsCookieEntranceA11YDescription"]),
    Tool(name: "Civic Cookie Control", selectors: ["#ccc-overlay", "#ccc-notify", "#ccc-module"]),
    Tool(
      name: "Complianz",
      selectors: [
        "#cmplz-cookiebanner-container", ".cmplz-cookiebanner", "#cmplz-manage-consent", ".cmplz-soft-cookiewall",
      ]),
    Tool(name: "consentmanager", selectors: ["#cmpwrapper", "#cmpbox", "#cmpbox2", ".cmpboxBG"]),
    Tool(
      name: "Cookiebot",
      selectors: ["#CybotCookiebotDialog", "#CybotCookiebotDialogBodyUnderlay", "#CookiebotWidget"]),
    Tool(
      name: "CookieConsent",
      selectors: [
        "#cc-main .cm", "#cc-main .cm-overlay", "#cc-main .pm-wrapper", "#cc--main",
      ]),
    Tool(name: "CookieFirst", selectors: ["#cookiefirst-root", ".cookiefirst-root"]),
    Tool(name: "CookieHub", selectors: [".ch2-dialog"]),
    Tool(
      name: "Cookie Information",
      selectors: ["#coiOverlay", "#coiConsentBanner", "#cookie-information-template-wrapper"]),
    Tool(
      name: "CookieScript",
      selectors: [
        "#cookiescript_injected", "#cookiescript_injected_wrapper", "#cookiescript_injected_fsd",
        "#cookiescript_badge",
      ]),
    Tool(
      name: "CookieYes",
      selectors: [
        ".cky-consent-container", ".cky-consent-bar", ".cky-overlay", ".cky-modal", ".cky-btn-revisit-wrapper",
        "#cookie-law-info-bar", "#cookie-law-info-again", ".cli-modal", ".cli-modal-backdrop",
      ]),
    Tool(
      name: "Crownpeak",
      selectors: [
        "#_evidon_banner", "#_evidon-banner", "#_evidon-background", "#_evidon-message",
      ]),
    Tool(name: "Didomi", selectors: ["#didomi-host", "#didomi-popup", "#didomi-notice", ".didomi-popup-backdrop"]),
    Tool(
      name: "Drupal EU Cookie Compliance",
      selectors: [
        "#sliding-popup[class*=sliding-popup-]", ".eu-cookie-compliance-banner",
      ]),
    Tool(name: "Ezoic", selectors: ["#ez-cookie-dialog-wrapper", "#ez-cookie-notification"]),
    Tool(name: "Google Funding Choices", selectors: [".fc-consent-root"]),
    Tool(name: "GOV.UK", selectors: [".govuk-cookie-banner"]),
    Tool(name: "HubSpot", selectors: ["#hs-eu-cookie-confirmation", "#hs-banner-parent"]),
    Tool(name: "Cookie Notice", selectors: ["#cookie-notice[class*=cn-position-]", "#hu-cookies-notice"]),
    Tool(name: "iubenda", selectors: ["#iubenda-cs-banner", ".iubenda-cs-container", ".iubenda-cs-overlay"]),
    Tool(name: "Ketch", selectors: ["#lanyard_root"]),
    Tool(name: "Klaro", selectors: [".klaro .cookie-notice", ".klaro .cookie-modal"]),
    Tool(name: "MediaWiki", selectors: [".mw-cookiewarning-container"]),
    Tool(
      name: "Moove GDPR",
      selectors: [
        "#moove_gdpr_cookie_info_bar", "#moove_gdpr_cookie_modal", "#moove_gdpr_save_popup_settings_button",
      ]),
    Tool(
      name: "OneTrust",
      selectors: [
        "#onetrust-consent-sdk", "#onetrust-banner-sdk", "#onetrust-pc-sdk", ".onetrust-pc-dark-filter",
        "#ot-sdk-btn-floating", "#optanon", ".optanon-alert-box-wrapper", "#optanon-popup-bg",
      ]),
    Tool(
      name: "Osano",
      selectors: [
        ".osano-cm-window", ".osano-cm-dialog", ".osano-cm-widget", ".cc-window.cc-banner", ".cc-window.cc-floating",
        ".cc-window[aria-label=cookieconsent]", ".cc-revoke.cc-bottom", ".cc-revoke.cc-top",
      ]),
    Tool(
      name: "Quantcast",
      selectors: ["#qc-cmp2-container", ".qc-cmp2-container", "#qc-cmp2-main", ".qc-cmp-ui-container", "#qcCmpUi"]),
    Tool(name: "Shopify", selectors: ["#shopify-pc__banner", "#shopify-pc__prefs"]),
    Tool(name: "Sourcepoint", selectors: ["[id^=sp_message_container_]", "iframe[id^=sp_message_iframe_]"]),
    Tool(name: "Squarespace", selectors: [".sqs-cookie-banner-v2"]),
    Tool(name: "tarteaucitron", selectors: ["#tarteaucitronRoot", "#tarteaucitronAlertBig", "#tarteaucitronBack"]),
    Tool(name: "Termly", selectors: ["#termly-code-snippet-support"]),
    Tool(name: "Transcend", selectors: ["#transcend-consent-manager"]),
    Tool(
      name: "TrustArc",
      selectors: [
        "#truste-consent-track", "#consent_blackbar", ".truste_overlay", ".truste_box_overlay",
        ".truste_popframe", "#trustarc-banner-overlay", "#trustarc-banner-container",
      ]),
    Tool(
      name: "Usercentrics",
      selectors: ["#usercentrics-root", "#usercentrics-cmp-ui", "#uc-banner-modal", "#uc-main-banner"]),
    Tool(name: "Wix", selectors: ["[data-hook=consent-banner-root]", "[data-hook=ccsu-banner-wrapper]"]),
  ]

  /// A user's style sheet. Banners are gone with their room on the page. A page that has one, which keeps it from
  /// scrolling as most do, can scroll again; other pages are left as they are.
  static let styleSheet: String = {
    let all = tools.flatMap(\.selectors)
    let rules = all.map { "\($0) { display: none !important }" }
    let locked = ":root:has(:is(\(all.joined(separator: ", "))))"
    let unlock = "\(locked), \(locked) > body { overflow: visible !important }"
    return (rules + [unlock]).joined(separator: "\n")
  }()
}
