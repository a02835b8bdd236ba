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
        var (exitCode, output, errors) = await RunAsync(
            "add", "acme", "--plan", "standard", "--scopes", "invoices:read,admin", "--owners", "owner-0001,owner-0002",
            "--create");

        var stored = Assert.Single(await _keys.ListAsync());
        Assert.True(ApiKey.TrySplit(output.Trim(), out var id, out var secret));
        Assert.Equal((0, stored.Id), (exitCode, id.ToString()));
        Assert.True(SecretHash.Matches(stored.Secret, secret));
        Assert.Equal(
            ("acme", "standard", KeyScopes.InvoicesRead | KeyScopes.Admin, "owner-0001,owner-0002", null),
            (stored.Name, stored.Plan, stored.Scopes, stored.Owners.Text, stored.ExpiresAt));
        Assert.DoesNotContain(secret.ToString(), errors);
    }

    [Fact]
    public async Task Add_ForAllOwnersWithoutScopes_MakesAFreeKeyThatReads()
    {
        await RunAsync("add", "acme", "--all-owners", "--create");

        var stored = Assert.Single(await _keys.ListAsync());
        Assert.Equal(
            ("free", KeyScopes.InvoicesRead | KeyScopes.DeliveriesRead | KeyScopes.PackagesRead | KeyScopes.DronesRead),
            (stored.Plan, stored.Scopes));
        Assert.True(stored.Owners.AreAll);
    }

    [Fact]
    public async Task Add_FileIsNew_OnlyItsOwnerMayReadIt()
    {
        await RunAsync("add", "acme", "--all-owners", "--create");

        using var open = _keys.Database.Open();
        var files = Directory.GetFiles(Path.GetDirectoryName(_keys.File)!);
        Assert.Equal(3, files.Length);
        Assert.All(files, file => Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, ModeOf(file)));
    }

    [Fact]
    public async Task Rotate_ThenRevoke_LeavesTheSecondKey()
    {
        var first = await _keys.AddAsync("acme", KeyScopes.DronesRead);

        var (rotated, output, _) = await RunAsync("rotate", first.Id, "--expires", "2099-01-31");
        var (revoked, _, said) = await RunAsync("revoke", first.Id);

        var live = Assert.Single(await _keys.ListAsync(), key => key.IsLive(TimeProvider.System.GetUtcNow()));
        Assert.Equal((0, 0, $"Key {first.Id} is revoked."), (rotated, revoked, said.Trim()));
        Assert.StartsWith($"dd_{live.Id}_", output);
        Assert.Equal(
            (KeyScopes.DronesRead, new DateTimeOffset(2099, 1, 31, 0, 0, 0, TimeSpan.Zero)), (live.Scopes, live.ExpiresAt));
    }

    [Fact]
    public async Task List_ShowsLiveKeysAndWithAllTheOthers()
    {
        var live = await _keys.AddAsync("acme", expiresAt: new DateTimeOffset(2099, 1, 31, 0, 0, 0, TimeSpan.Zero));
        var dead = await _keys.AddAsync("zenith", KeyScopes.Admin);
        await _keys.RevokeAsync(dead.Id);

        var (_, some, _) = await RunAsync("list");
        var (_, all, _) = await RunAsync("list", "--all");

        Assert.Matches(
            $@"\AID +NAME +PLAN +STATE .*\n{live.Id}  acme +standard +live .* 2099-01-31 00:00 +invoices:read +\*\s*\z", some);
        Assert.Matches($@"{dead.Id}  zenith +standard +revoked .* never +admin", all);
        Assert.DoesNotContain(live.Secret, all);
    }

    [Theory]
    [InlineData("add", "Required argument missing for command: 'add'. See keys add --help.")]
    [InlineData("add acme --speed 3", "Unrecognized command or argument '--speed'. See keys add --help.")]
    [InlineData(
        "add acme",
        "--owners must list the owners whose data the key may be used for, or be * for all.")]
    [InlineData(
        "add acme --owners a/b",
        "--owners must be up to 50 ids, each 1 to 100 letters, digits or . _ - @, of which the first is a letter or a digit, "
            + "not \"a/b\".")]
    [InlineData("add acme --owners a --all-owners", "--owners and --all-owners exclude each other.")]
    [InlineData("add a/b", "The name must be 1 to 64 letters, digits or . _ - @, not \"a/b\".")]
    [InlineData("add acme --plan gold", "--plan must be one of free, standard, unlimited, not \"gold\".")]
    [InlineData(
        "add acme --scopes read",
        "--scopes must be among invoices:read, deliveries:read, deliveries:write, packages:read, drones:read, admin, "
            + "not \"read\".")]
    [InlineData(
        "add acme --expires soon",
        "--expires must be a time like 2027-01-31 or 2027-01-31T18:00, not \"soon\". See keys add --help.")]
    [InlineData("add acme --all-owners --expires 2001-01-01", "--expires must be in the future, not 2001-01-01 00:00:00Z.")]
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
    public async Task Add_NoDatabase_CreatesNoneWithoutBeingAsked()
    {
        var (exitCode, output, errors) = await RunAsync("add", "acme", "--all-owners");

        Assert.Equal(
            (1, "", $"There is no database {_keys.File}: check the path, or create it with \"keys add --create\"."),
            (exitCode, output, errors.Trim()));
        Assert.False(File.Exists(_keys.File));
    }

    [Fact]
    public async Task List_NoDatabase_OneLineSaysHowToMakeIt()
    {
        var (exitCode, _, errors) = await RunAsync("list");

        Assert.Equal(
            (1, $"There is no database {_keys.File}: check the path, or create it with \"keys add --create\"."),
            (exitCode, errors.Trim()));
    }

    [Fact]
    public async Task Help_Asked_NamesScopesPlansAndFile()
    {
        var output = new StringWriter();

        Assert.Equal(0, await KeyCommandLine.RunAsync(["add", "--help"], output, TextWriter.Null));
        Assert.Contains("invoices:read, deliveries:read", $"{output}");
        Assert.Contains("Default: free", $"{output}");
        Assert.Contains("Default: gateway.db", $"{output}");
    }

    [Theory]
    [InlineData("revoke", "within 250 ms by default (Keys:PollInterval)")]
    [InlineData("rotate", "Default: when the first one ends, if it does.")]
    public async Task Help_Asked_SaysWhatIsTrueOfThatCommand(string command, string expected)
    {
        var output = new StringWriter();

        Assert.Equal(0, await KeyCommandLine.RunAsync([command, "--help"], output, TextWriter.Null));
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
        var exitCode = await KeyCommandLine.RunAsync([.. line, "--database", _keys.File], output, errors);
        return (exitCode, $"{output}", $"{errors}");
    }
}
