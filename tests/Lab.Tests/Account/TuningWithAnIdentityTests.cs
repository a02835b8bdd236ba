using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Lab.Tests.Account;

/// <summary>Tuning on an account without its key, whose throughput the Azure CLI changes.</summary>
public sealed class TuningWithAnIdentityTests : IDisposable
{
    private readonly AccountLab _lab = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public void Dispose() => _lab.Dispose();

    [Fact(Timeout = 600_000)]
    public async Task Run_AzureCliDoesNotLower_PrintsTheCommandLastAndFails()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "The program in place of the Azure CLI is a shell script.");
        await using var account = await AccountEmulator.StartAsync(partitions: 9, "--auth", "aad");
        await using var tokens = await TokenEndpoint.StartAsync(SystemAddresses.EmulatorKey);
        // Three changes raise the throughput; the one that lowers it is refused, however often it is tried.
        var az = new AzureCliScript(account.Folder, firstRefused: 4);
        var identity = tokens.Environment.ToList();
        identity.ForEach(variable => Environment.SetEnvironmentVariable(variable.Key, variable.Value));

        try
        {
            var settings = _lab.Agreed(account) with { Connection = new(account.Endpoint.ToString(), Identity: true), Cli = az.Path };
            using (var session = settings.Open(_lab.Asked.Add, TimeProvider.System))
            {
                await session.PrepareAsync("x", 2_500, isAgreed: true, ask: null, Cancelled);
            }

            Assert.Equal(ExitCode.CouldNotBeDone, await _lab.RunAsync(_lab.Settings(settings)));
        }
        finally
        {
            identity.ForEach(variable => Environment.SetEnvironmentVariable(variable.Key, null));
        }

        var values = az.Changes.Where(line => line.Contains("OwnerId", StringComparison.Ordinal))
            .Select(line => line.Split(' ')[^1]).ToList();
        Assert.Equal("2500", values[0]);
        Assert.True(values.Count > 2, $"{values.Count} changes");
        Assert.All(values.Skip(1), value => Assert.Equal("600", value));
        var warning = Assert.Single(_lab.Warnings);
        Assert.StartsWith("deliveriesByOwnerId was not lowered: 2,500 RU/s remain to be paid", warning);
        Assert.Contains(
            $"{Environment.NewLine}  az cosmosdb sql container throughput update --account-name 127 ",
            warning, StringComparison.Ordinal);
        Assert.Contains(
            "at this moment, not known: 114,000 RU/s (9.12 an hour)", string.Join('\n', _lab.Asked), StringComparison.Ordinal);
        Assert.True((await _lab.ReadAsync("owner-key")).Cosmos.DataCalls > 0);
        var report = await File.ReadAllTextAsync(Path.Combine(_lab.LastFolder, "report.html"), Cancelled);
        Assert.Contains("without --cosmos before", report, StringComparison.Ordinal);
    }
}
