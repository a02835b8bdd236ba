using System.Text.RegularExpressions;

namespace DroneDelivery.Deploy.Tests.Azure;

/// <summary>A test of a script of deploy/azure, with programs in place of az, kubectl, curl and dotnet.</summary>
public abstract class ScriptTest : IDisposable
{
    private protected static readonly string[] Email = ["--email", "me@example.com"];

    protected ScriptTest()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "The scripts are for bash.");
        Tools = new FakeTools();
    }

    private protected FakeTools Tools { get; }

    /// <summary>The calls that create or change something, in order.</summary>
    private protected IEnumerable<string> Changes => Tools.Calls.Select(Describe).OfType<string>();

    public void Dispose()
    {
        Tools?.Dispose();
        GC.SuppressFinalize(this);
    }

    private protected static Dictionary<string, int> Throughput(int byDeliveryId, int byOwnerId, int summaries) => new()
    {
        ["deliveriesByDeliveryId"] = byDeliveryId,
        ["deliveriesByOwnerId"] = byOwnerId,
        ["deliverySummaries"] = summaries,
    };

    private static string? Describe(string call) => Regex.Match(
        call,
        @"^az (?<what>group create)|^az (?<what>deployment) group create .*step=(?<step>\w+)|^kubectl (?<what>apply)") switch
    {
        { Success: false } => null,
        var found => $"{found.Groups["what"].Value} {found.Groups["step"].Value}".TrimEnd(),
    };
}
