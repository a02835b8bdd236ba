using System.Text.RegularExpressions;

namespace DroneDelivery.Deploy.Tests.Kubernetes;

/// <summary>The requests of pods are the p95 that docs/deploy.md shows, by <c>query RUN by-process</c>.</summary>
public sealed partial class RequestTests
{
    private const double Allowed = 0.2;
    private const decimal Mebibyte = 1024 * 1024;

    public static TheoryData<string> Programs => [.. Measured.Keys];

    private static Dictionary<string, (double Millicores, double Mebibytes)> Measured { get; } =
        Row().Matches(File.ReadAllText(Path.Combine(Repository.Root, "docs", "deploy.md"))).ToDictionary(
            row => row.Groups["name"].Value,
            row => (double.Parse(row.Groups["cpu"].Value), double.Parse(row.Groups["memory"].Value)));

    [Theory]
    [MemberData(nameof(Programs))]
    public async Task Requests_OfEachOverlay_AreWithinAFifthOfP95(string program)
    {
        var measured = Measured[program];
        foreach (var overlay in Manifest.OverlayNames)
        {
            var workload = (await Manifest.LoadOverlayAsync(overlay)).Workloads.FirstOrDefault(each => each.Name == program);
            if (workload?.Container.Resources is { } resources)
            {
                var memory = (double)(resources.Requests["memory"].ToDecimal() / Mebibyte);
                AssertClose(measured.Millicores, (double)(resources.Requests["cpu"].ToDecimal() * 1000));
                AssertClose(measured.Mebibytes, memory);
                Assert.InRange((double)(resources.Limits["memory"].ToDecimal() / Mebibyte) / measured.Mebibytes, 2, 4);
            }
        }

        static void AssertClose(double expected, double actual) =>
            Assert.InRange(actual, expected * (1 - Allowed), expected * (1 + Allowed));
    }

    [Fact]
    public async Task Table_OfTheDocs_HasAllPrograms() =>
        Assert.Equal(
            (await Manifest.LoadOverlayAsync("local")).Workloads.Where(each => each.IsOwn).Select(each => each.Name).Order(),
            Measured.Keys.Order());

    /// <summary>For example <c>| gateway | 375 | 156 |</c>.</summary>
    [GeneratedRegex(@"^\| (?<name>[a-z-]+) \| (?<cpu>\d+) \| (?<memory>\d+) \|", RegexOptions.Multiline)]
    private static partial Regex Row();
}
