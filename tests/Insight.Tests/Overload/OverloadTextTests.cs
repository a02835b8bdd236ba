using DroneDelivery.LoadTests.Insight.Overload;

namespace DroneDelivery.Insight.Tests.Overload;

public sealed class OverloadTextTests
{
    [Fact]
    public void Rows_OfARun_AreItsStretchesAndWhatCameAfter()
    {
        var rows = OverloadText.Rows(OverloadRecords.Step("none", 4, 9_000, null)).ToList();

        Assert.Equal(["0.5x", "3x", "after"], rows.Select(row => row[2]));
        Assert.Equal(["step", "none", "3x", "300", "4", "20", "9,000", "0 %", "0 %", "–", "100"], rows[1]);
        Assert.Equal("not within 4 s", rows[2][9]);
    }

    [Fact]
    public void Plain_OfARecord_HasEveryLineOfTheTableAndTheGoals()
    {
        var text = OverloadText.Plain(OverloadRecords.Of(100, OverloadRecords.Step("adaptive", 80, 400, 0.3)));

        Assert.StartsWith("Capacity: 100 req/s; peak of the goodput: 100 req/s.", text, StringComparison.Ordinal);
        Assert.Contains("after 0.3 s", text, StringComparison.Ordinal);
        Assert.Contains("80 %: 80 of 100 req/s", text, StringComparison.Ordinal);
        Assert.Contains("NO", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Report_OfSeveralSettings_HasBothCurvesWithALineForEach()
    {
        var record = OverloadRecords.Of(
            100,
            OverloadRecords.Step("none", 4, 9_000, null),
            OverloadRecords.Step("adaptive", 95, 400, 0.3),
            OverloadRecords.Ladder("none", (50, 50), (300, 4)),
            OverloadRecords.Ladder("adaptive", (50, 50), (300, 95)));

        var page = OverloadReport.Build(record);

        var against = Assert.Single(
            page.Descendants("figure"), figure => figure.Element("h3")!.Value == "Goodput against offered load");
        Assert.Equal(2, against.Descendants().Count(element => element.Attribute("class")?.Value is "line s1" or "line s2"));
        Assert.Equal(2, page.Descendants("figure").Count(figure => figure.Element("h3")!.Value == "Goodput over time"));
        Assert.Equal("Yes: ", page.Descendants("li").First(item => item.Element("b") is not null).Element("b")!.Value);
    }
}
