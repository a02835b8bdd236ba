using DroneDelivery.Gateway.Admin;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Tests.Keys;

namespace DroneDelivery.Gateway.Tests.Admin;

public sealed class KeyCommandTests : IDisposable
{
    private readonly TestKeys _keys = new(TimeProvider.System);

    [Fact]
    public async Task Add_PrintsTheKeyAloneAndKeepsItsHash()
    {
        var (exitCode, output, errors) = await RunAsync("add", "acme", "--plan", "standard", "--scopes", "invoices:read,admin");

        var stored = Assert.Single(_keys.Store.List());
        Assert.True(ApiKey.TrySplit(output.Trim(), out var id, out var secret));
        Assert.Equal((0, stored.Id), (exitCode, id.ToString()));
        Assert.True(SecretHash.Matches(stored.Secret, secret));
        Assert.Equal(
            ("acme", "standard", KeyScopes.InvoicesRead | KeyScopes.Admin, null),
            (stored.Name, stored.Plan, stored.Scopes, stored.ExpiresAt));
        Assert.DoesNotContain(secret.ToString(), errors);
    }

    [Fact]
    public async Task Add_WithoutOptions_MakesAFreeKeyThatReads()
    {
        await RunAsync("add", "acme");

        var stored = Assert.Single(_keys.Store.List());
        Assert.Equal(
            ("free", KeyScopes.InvoicesRead | KeyScopes.DeliveriesRead | KeyScopes.PackagesRead | KeyScopes.DronesRead),
            (stored.Plan, stored.Scopes));
    }

    [Fact]
    public async Task Add_FileIsNew_OnlyItsOwnerMayReadIt()
    {
        await RunAsync("add", "acme");

        using var open = _keys.Database.Open();
        var files = Directory.GetFiles(Path.GetDirectoryName(_keys.File)!);
        Assert.Equal(3, files.Length);
        Assert.All(files, file => Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, ModeOf(file)));
    }

    [Fact]
    public async Task Rotate_ThenRevoke_LeavesTheSecondKey()
    {
        var first = _keys.Add("acme", KeyScopes.DronesRead);

        var (rotated, output, _) = await RunAsync("rotate", first.Id, "--expires", "2099-01-31");
        var (revoked, _, said) = await RunAsync("revoke", first.Id);

        var live = Assert.Single(_keys.Store.List(), key => key.IsLive(TimeProvider.System.GetUtcNow()));
        Assert.Equal((0, 0, $"Key {first.Id} is revoked."), (rotated, revoked, said.Trim()));
        Assert.StartsWith($"dd_{live.Id}_", output);
        Assert.Equal(
            (KeyScopes.DronesRead, new DateTimeOffset(2099, 1, 31, 0, 0, 0, TimeSpan.Zero)), (live.Scopes, live.ExpiresAt));
    }

    [Fact]
    public async Task List_ShowsLiveKeysAndWithAllTheOthers()
    {
        var live = _keys.Add("acme", expiresAt: new DateTimeOffset(2099, 1, 31, 0, 0, 0, TimeSpan.Zero));
        var dead = _keys.Add("zenith", KeyScopes.Admin);
        _keys.Store.Revoke(dead.Id);

        var (_, some, _) = await RunAsync("list");
        var (_, all, _) = await RunAsync("list", "--all");

        Assert.Matches(
            $@"\AID +NAME +PLAN +STATE .*\n{live.Id}  acme +standard +live .* 2099-01-31 00:00 +invoices:read\s*\z", some);
        Assert.Matches($@"{dead.Id}  zenith +standard +revoked .* never +admin", all);
        Assert.DoesNotContain(live.Secret, all);
    }

    [Theory]
    [InlineData("add", "Required argument missing for command: 'add'. See keys add --help.")]
    [InlineData("add acme --speed 3", "Unrecognized command or argument '--speed'. See keys add --help.")]
    [InlineData("add a/b", "The name must be 1 to 64 letters, digits or . _ - @, not \"a/b\".")]
    [InlineData("add acme --plan gold", "--plan must be one of free, standard, unlimited, not \"gold\".")]
    [InlineData(
        "add acme --scopes read",
        "--scopes must be among invoices:read, deliveries:read, deliveries:write, packages:read, drones:read, admin, "
            + "not \"read\".")]
    [InlineData(
        "add acme --expires soon",
        "--expires must be a time like 2027-01-31 or 2027-01-31T18:00, not \"soon\". See keys add --help.")]
    [InlineData("add acme --expires 2001-01-01", "--expires must be in the future, not 2001-01-01 00:00:00Z.")]
    [InlineData("rotate nobody --expires 2001-01-01", "--expires must be in the future, not 2001-01-01 00:00:00Z.")]
    [InlineData("revoke nobody", "There is no live key nobody.")]
    [InlineData("rotate nobody", "There is no live key nobody.")]
    public async Task CommandLine_Wrong_OneLineSaysWhyAndEndsWith1(string line, string expected)
    {
        using var database = _keys.Database.Open();

        var (exitCode, output, errors) = await RunAsync(line.Split(' '));

        Assert.Equal((1, "", expected), (exitCode, output, errors.Trim()));
    }

    [Fact]
    public async Task List_NoDatabase_OneLineSaysHowToMakeIt()
    {
        var (exitCode, _, errors) = await RunAsync("list");

        Assert.Equal(
            (1, $"There is no database {_keys.File}: make a first key with \"keys add\"."), (exitCode, errors.Trim()));
    }

    [Fact]
    public async Task Help_Asked_NamesScopesPlansAndFile()
    {
        var output = new StringWriter();

        Assert.Equal(0, await KeyCommands.RunAsync(["add", "--help"], output, TextWriter.Null));
        Assert.Contains("invoices:read, deliveries:read", $"{output}");
        Assert.Contains("Default: free", $"{output}");
        Assert.Contains("Default: gateway.db", $"{output}");
    }

    [Theory]
    [InlineData("revoke", "every 250 ms, unless its Keys:PollInterval says otherwise")]
    [InlineData("rotate", "Default: when the first one ends, if it does.")]
    public async Task Help_Asked_SaysWhatIsTrueOfThatCommand(string command, string expected)
    {
        var output = new StringWriter();

        Assert.Equal(0, await KeyCommands.RunAsync([command, "--help"], output, TextWriter.Null));
        // Lines are broken as the width of the terminal asks for.
        Assert.Contains(expected, string.Join(' ', $"{output}".Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)));
    }

    public void Dispose() => _keys.Dispose();

    private static UnixFileMode ModeOf(string file)
    {
        if (OperatingSystem.IsWindows())
        {
            Assert.Skip("Windows has no file modes.");
            return default;
        }

        return File.GetUnixFileMode(file);
    }

    private async Task<(int ExitCode, string Output, string Errors)> RunAsync(params string[] line)
    {
        var (output, errors) = (new StringWriter(), new StringWriter());
        var exitCode = await KeyCommands.RunAsync([.. line, "--database", _keys.File], output, errors);
        return (exitCode, $"{output}", $"{errors}");
    }
}
