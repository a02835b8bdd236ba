using System.Diagnostics;
using System.Net;
using DroneDelivery.Gateway.Tests.Keys;

namespace DroneDelivery.Gateway.Tests.Admin;

/// <summary>The program itself, as it is started.</summary>
public sealed class KeyProcessTests
{
    [Fact]
    public async Task Revoke_ByAnotherProcess_IsKnownToTheGatewayWithinItsPoll()
    {
        await using var keyed = await KeyedGateway.StartAsync();
        var key = keyed.Keys.Add();
        Assert.Equal(HttpStatusCode.OK, await keyed.StatusOfAsync(key.Reveal()));

        var (exitCode, errors) = await RunAsync("keys", "revoke", key.Id, "--database", keyed.Keys.File);
        keyed.Gateway.Time.Advance(TimeSpan.FromMilliseconds(250));

        Assert.Equal((0, $"Key {key.Id} is revoked."), (exitCode, errors));
        Assert.Equal(HttpStatusCode.Unauthorized, await keyed.StatusOfAsync(key.Reveal()));
    }

    [Theory]
    [InlineData(null, "There is no database {0}: make a first key with \"keys add\".")]
    [InlineData(
        "This is a text, and longer than a hundred characters, so that SQLite reads all of its header and finds none.",
        "{0} is not a SQLite database.")]
    public async Task Start_DatabaseCannotBeUsed_OneLineSaysWhyAndEndsWith1(string? content, string expected)
    {
        using var keys = new TestKeys(TimeProvider.System);
        if (content is not null)
        {
            await File.WriteAllTextAsync(keys.File, content, TestContext.Current.CancellationToken);
        }

        var (exitCode, errors) = await RunAsync("--http-port", "0", "--keys", "required", "--database", keys.File);

        Assert.Equal((1, expected.Replace("{0}", keys.File, StringComparison.Ordinal)), (exitCode, errors));
    }

    [Theory]
    [InlineData("--keys some", "--keys must be off or required, not \"some\".")]
    [InlineData("--Keys:PollInterval=0", "Keys:PollInterval must be from 00:00:00.010 to 00:01:00, not 00:00:00.")]
    [InlineData("--Plans:free:Burst=0", "Plans:free:Burst must be from 1 to 1000000, not 0.")]
    public async Task Setting_Wrong_OneLineSaysWhatIsAllowed(string line, string expected)
    {
        Assert.Equal((1, expected), await RunAsync([.. line.Split(' '), "--http-port=0"]));
    }

    private static async Task<(int ExitCode, string Errors)> RunAsync(params string[] args)
    {
        var program = Path.Combine(AppContext.BaseDirectory, "DroneDelivery.Gateway.dll");
        using var process = Process.Start(new ProcessStartInfo("dotnet", [program, .. args]) { RedirectStandardError = true })!;
        var errors = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return (process.ExitCode, (await errors).Trim());
    }
}
