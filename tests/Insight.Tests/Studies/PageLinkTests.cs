using DroneDelivery.LoadTests.Insight.Studies;

namespace DroneDelivery.Insight.Tests.Studies;

public sealed class PageLinkTests
{
    [Theory]
    [InlineData("/runs/suite/report.html", "/runs/suite/comparison.html", "comparison.html")]
    [InlineData("/runs/suite/report.html", "/runs/suite/a b/report.html", "a%20b/report.html")]
    [InlineData("/runs/suite/a/report.html", "/runs/suite/report.html", "../report.html")]
    [InlineData("/runs/suite/a/b/report.html", "/runs/suite/report.html", "../../report.html")]
    [InlineData("/runs/suite/a/report.html", "/runs/suite/b/report.html", null)]
    [InlineData("/reports/report.html", "/home/ann/runs/a/report.html", null)]
    public void Create_Target_IsRelativeIfItIsBelowOrAboveThePage(string page, string target, string? address) =>
        Assert.Equal(address, PageLink.Create("x", page, target)?.Address);
}
