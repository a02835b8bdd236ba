using System.Diagnostics;
using System.Net;
using DroneDelivery.Gateway.Keys;
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

    [Fact]
    public async Task Start_NoDatabase_OneLineSaysHowToMakeItAndEndsWith1()
    {
        using var keys = new TestKeys(TimeProvider.System);

        var (exitCode, errors) = await RunAsync("--http-port", "0", "--keys", "required", "--database", keys.File);

        Assert.Equal(
            (1, $"There is no database {keys.File}: check the path, or create it with \"keys add --create\"."),
            (exitCode, errors));
    }

    [Fact]
    public async Task Start_UsageInADatabaseThatIsNotThere_EndsWith1AndMakesNone()
    {
        using var keys = new TestKeys(TimeProvider.System);

        var (exitCode, errors) = await RunAsync(
            "--http-port", "0", "--keys", "required", "--usage", "sqlite", "--database", keys.File);

        Assert.Equal(1, exitCode);
        Assert.Contains($"There is no database {keys.File}", errors);
        Assert.False(File.Exists(keys.File));
    }

    [Fact]
    public async Task Start_KeysWithoutOwners_NamesTheCommandThatSetsThemAndEndsWith1()
    {
        using var keys = new TestKeys(TimeProvider.System);
        var revoked = keys.Add("revoked").Id;
        keys.Revoke(revoked);
        keys.RemoveOwners(
            keys.Add("acme").Id,
            keys.Add("zenith").Id,
            keys.Add("operator", KeyScopes.Admin).Id,
            keys.Add("expired", expiresAt: DateTimeOffset.UnixEpoch).Id,
            revoked);

        var (exitCode, errors) = await RunAsync("--http-port", "0", "--keys", "required", "--database", keys.File);

        Assert.Equal(1, exitCode);
        Assert.Equal(
            $"2 of the keys in the database {keys.File} have no owners: set them with \"keys migrate --all-owners\", or with "
                + "\"keys migrate <id> --owners <owners>\" for each key that \"keys list\" shows with \"none yet\".",
            errors);
    }

    [Fact]
    public async Task Settings_Wrong_ALineForEachSaysWhatIsAllowed()
    {
        var (exitCode, errors) = await RunAsync("--http-port", "0", "--keys", "some", "--Keys:PollInterval=0", "--Keys:MaxAge=-00:00:01");

        Assert.Equal(1, exitCode);
        Assert.Contains("--keys must be off or required, not \"some\".", errors);
        Assert.Contains("Keys:MaxAge must be from four poll intervals", errors);
        Assert.Contains("Keys:PollInterval must be from 00:00:00.010 to 00:01:00, not 00:00:00.", errors);
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
