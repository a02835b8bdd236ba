using System.Collections.Concurrent;
using Microsoft.Playwright;

namespace DroneDelivery.EndToEnd.Browsing;

/// <summary>One Chromium for all tests, as the machine has it installed; none is downloaded.</summary>
public sealed class Chromium : IAsyncLifetime
{
    private static readonly string[] Flags =
    [
        "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--disable-sync",
    ];

    /// <summary>First the build that only runs without a window: it takes about half the CPU.</summary>
    private static readonly string[] Names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome.exe"];

    /// <summary>Only a test that fails waits so long: how fast a page is, a busy machine decides.</summary>
    private const float MaxWaitMs = 60_000;

    private readonly ConcurrentDictionary<string, List<(string Test, IPage Page)>> _pages = [];
    private IPlaywright? _playwright;
    private IBrowser? _browser;

    /// <summary>The browser; the test is skipped where none is installed.</summary>
    public IBrowser Browser
    {
        get
        {
            Assert.SkipWhen(_browser is null, "No Chromium is installed (on Debian: apt-get install chromium-headless-shell).");
            return _browser!;
        }
    }

    public async ValueTask InitializeAsync()
    {
        if (Find() is not { } path)
        {
            return;
        }

        Assertions.SetDefaultExpectTimeout(MaxWaitMs);
        _playwright = await Playwright.CreateAsync();
        _browser = await _playwright.Chromium.LaunchAsync(new() { ExecutablePath = path, Args = Flags });
    }

    public async ValueTask DisposeAsync()
    {
        if (_browser is not null)
        {
            await _browser.DisposeAsync();
        }

        _playwright?.Dispose();
    }

    /// <summary>
    /// A page of its own, with its own storage, until the next test of the class opens one: a page whose lab has ended would try
    /// to connect for ever.
    /// </summary>
    public async Task<IPage> NewPageAsync(ColorScheme scheme = ColorScheme.Light, int width = 1200, int height = 900)
    {
        var test = TestContext.Current.Test!.UniqueID;
        var pages = _pages.GetOrAdd(TestContext.Current.TestClass!.UniqueID, _ => []);
        foreach (var old in pages.FindAll(opened => opened.Test != test))
        {
            await old.Page.CloseAsync();
            pages.Remove(old);
        }

        var page = await Browser.NewPageAsync(new() { ColorScheme = scheme, ViewportSize = new() { Width = width, Height = height } });
        pages.Add((test, page));
        page.SetDefaultTimeout(MaxWaitMs);
        return page;
    }

    /// <summary>
    /// A page for a lab that publishes nothing, which the page would take as lost after five seconds. Its clock stands still; its
    /// timers run.
    /// </summary>
    public async Task<IPage> NewPageOfFixedTimeAsync(ColorScheme scheme = ColorScheme.Light)
    {
        var page = await NewPageAsync(scheme);
        await page.Clock.SetFixedTimeAsync(new DateTime(2026, 1, 1, 0, 0, 0, DateTimeKind.Utc));
        return page;
    }

    private static string? Find() => (Environment.GetEnvironmentVariable("PATH") ?? "")
        .Split(Path.PathSeparator)
        .SelectMany(folder => Names.Select(name => Path.Combine(folder, name)))
        .FirstOrDefault(File.Exists);
}
