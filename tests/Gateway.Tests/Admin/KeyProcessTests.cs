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
        var key = await keyed.Keys.AddAsync();
        Assert.Equal(HttpStatusCode.OK, await keyed.StatusOfAsync(key.Reveal()));

        var (exitCode, errors) = await RunAsync("keys", "revoke", key.Id, "--database", keyed.Keys.File);
        keyed.Gateway.Time.Advance(TimeSpan.FromMilliseconds(250));

        Assert.Equal((0, $"Key {key.Id} is revoked."), (exitCode, errors));
        Assert.Equal(HttpStatusCode.Unauthorized, await keyed.StatusOfAsync(key.Reveal()));
    }

    // Each names the database in another way; the commands must find the one that the gateway uses.
    [Theory]
    [InlineData("environment variable")]
    [InlineData("settings file")]
    [InlineData("settings file of an environment")]
    [InlineData("settings file of a flag")]
    [InlineData("settings file of an environment variable")]
    [InlineData("key of the configuration")]
    [InlineData("key and value")]
    [InlineData("flag")]
    public async Task Commands_DatabaseGivenAsTheGatewayTakesIt_UseIt(string place)
    {
        using var keys = new TestKeys(TimeProvider.System);
        var id = (await keys.AddAsync()).Id;
        var folder = Path.GetDirectoryName(keys.File)!;
        var settings = $$"""{ "Database": { "File": "{{keys.File}}" } }""";
        if (place.StartsWith("settings", StringComparison.Ordinal))
        {
            var name = place == "settings file of an environment" ? "appsettings.Staging.json"
                : place == "settings file" ? "appsettings.json" : "own.json";
            await File.WriteAllTextAsync(Path.Combine(folder, name), settings, TestContext.Current.CancellationToken);
        }

        string[] arguments = place switch
        {
            "settings file" => ["--contentRoot", folder],
            "settings file of an environment" => ["--environment=Staging", "--contentRoot", folder],
            "settings file of a flag" => ["--settings", Path.Combine(folder, "own.json")],
            "key of the configuration" => [$"--Database:File={keys.File}"],
            "key and value" => ["--Database:File", keys.File],
            "flag" => ["--database", keys.File],
            _ => [],
        };
        var variable = place switch
        {
            "environment variable" => ("Database__File", keys.File),
            "settings file of an environment variable" => ("Settings__File", Path.Combine(folder, "own.json")),
            _ => default,
        };

        var (exitCode, errors) = await RunAsync(variable, ["keys", "revoke", id, .. arguments]);
        Assert.Equal((0, $"Key {id} is revoked."), (exitCode, errors));

        // The gateway itself opens that file too.
        File.Delete(keys.File);
        var (_, start) = await RunAsync(variable, ["--http-port", "0", "--keys", "required", .. arguments]);
        Assert.StartsWith($"There is no database {keys.File}", start);
    }

    [Theory]
    [InlineData("--Keys:PollInterval=0", "Keys:PollInterval must be from 00:00:00.010 to 00:01:00, not 00:00:00.")]
    [InlineData("--Plans:gold:Burst=0", "Plans:gold:Burst must be from 1 to 1000000, not 0.")]
    [InlineData("--redis-tls=maybe", "--redis-tls")]
    public async Task Commands_SettingThatTheGatewayRefuses_IsRefused(string setting, string expected)
    {
        using var keys = new TestKeys(TimeProvider.System);

        var (exitCode, errors) = await RunAsync("keys", "list", setting, "--database", keys.File, "--keys-store", "redis");

        Assert.Equal(1, exitCode);
        Assert.Contains(expected, errors);
        Assert.DoesNotContain("   at ", errors);
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
    public async Task Settings_Wrong_ALineForEachSaysWhatIsAllowed()
    {
        var (exitCode, errors) = await RunAsync("--http-port", "0", "--keys", "some", "--Keys:PollInterval=0", "--Keys:MaxAge=-00:00:01");

        Assert.Equal(1, exitCode);
        Assert.Contains("--keys must be off or required, not \"some\".", errors);
        Assert.Contains("Keys:MaxAge must be from ", errors);
        Assert.Contains("Keys:PollInterval must be from 00:00:00.010 to 00:01:00, not 00:00:00.", errors);
    }

    private static Task<(int ExitCode, string Errors)> RunAsync(params string[] args) => RunAsync(variable: default, args);

    private static async Task<(int ExitCode, string Errors)> RunAsync((string? Name, string? Value) variable, string[] args)
    {
        var start = GatewayProgram.CreateStart(args);
        start.RedirectStandardError = true;
        if (variable.Name is { } name)
        {
            start.Environment[name] = variable.Value;
        }

        using var process = Process.Start(start)!;
        var errors = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return (process.ExitCode, (await errors).Trim());
    }
}
