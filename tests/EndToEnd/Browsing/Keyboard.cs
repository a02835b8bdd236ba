using Microsoft.Playwright;

namespace DroneDelivery.EndToEnd.Browsing;

/// <summary>A page as users without a mouse operate it.</summary>
internal static class Keyboard
{
    private const int MaxSteps = 200;

    private const string NumberAll = """
        () => [...document.querySelectorAll("a[href], button, input, select, summary, [tabindex='0']")]
          .filter(found => found.checkVisibility())
          .map((found, index) => { found.dataset.stop = index; return `${found.tagName} ${found.id || found.textContent.trim()}`; })
        """;

    /// <summary>Returns what a pointer can use on the page and Tab does not reach.</summary>
    public static async Task<IReadOnlyList<string>> FindUnreachableAsync(IPage page)
    {
        var all = await page.EvaluateAsync<string[]>(NumberAll);
        Assert.NotEmpty(all);
        var reached = new HashSet<string>();
        await page.EvaluateAsync("() => { document.activeElement.blur(); window.scrollTo(0, 0); }");
        for (var step = 0; step < MaxSteps && reached.Count < all.Length; step++)
        {
            await page.Keyboard.PressAsync("Tab");
            // Null after the last element, before the first one follows.
            if (await page.EvaluateAsync<string?>("() => document.activeElement.dataset.stop ?? null") is { } stop)
            {
                reached.Add(stop);
            }
        }

        return [.. all.Where((_, index) => !reached.Contains(FormattableString.Invariant($"{index}")))];
    }
}
