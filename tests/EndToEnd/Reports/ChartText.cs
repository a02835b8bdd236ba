using Microsoft.Playwright;

namespace DroneDelivery.EndToEnd.Reports;

/// <summary>Text in pictures: no layout keeps it from standing outside of its picture or on other text.</summary>
internal static class ChartText
{
    /// <summary>A picture's own units; less is not to be seen.</summary>
    private const string FindFaults = """
        () => [...document.querySelectorAll("figure svg")].filter(svg => svg.checkVisibility()).flatMap(svg => {
          const size = svg.viewBox.baseVal;
          const title = svg.querySelector("title").textContent;
          const boxes = [...svg.querySelectorAll("text")].map(text => ({ words: text.textContent, box: text.getBBox() }));
          const outside = boxes.filter(({ box }) => box.x < -1 || box.x + box.width > size.width + 1 || box.y + box.height > size.height + 3);
          const over = boxes.flatMap((one, index) => boxes.slice(index + 1)
            .filter(other => Math.min(one.box.x + one.box.width, other.box.x + other.box.width) - Math.max(one.box.x, other.box.x) > 1
              && Math.min(one.box.y + one.box.height, other.box.y + other.box.height) - Math.max(one.box.y, other.box.y) > 4)
            .map(other => `${title}: “${one.words}” stands on “${other.words}”`));
          return [...outside.map(text => `${title}: “${text.words}” is cut off`), ...over];
        })
        """;

    public static async Task<IReadOnlyList<string>> FindFaultsAsync(IPage page) => await page.EvaluateAsync<string[]>(FindFaults);
}
