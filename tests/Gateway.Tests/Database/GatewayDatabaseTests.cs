using DroneDelivery.Gateway.Database;
using DroneDelivery.Gateway.Tests.Keys;
using DroneDelivery.ServiceDefaults;
using Microsoft.Data.Sqlite;

namespace DroneDelivery.Gateway.Tests.Database;

public sealed class GatewayDatabaseTests : IDisposable
{
    private readonly TestKeys _keys = new(TimeProvider.System);

    [Fact]
    public async Task File_LockedByAnother_IsSaid()
    {
        await _keys.AddAsync();
        using var other = new SqliteConnection($"Data Source={_keys.File};Pooling=False");
        other.Open();
        other.Execute("PRAGMA locking_mode = EXCLUSIVE");
        other.Execute("BEGIN EXCLUSIVE");

        var failure = Assert.Throws<StoreException>(() => new GatewayDatabase(_keys.File, lockTimeout: 1).OpenExisting());

        Assert.Equal($"The database {_keys.File} is locked by another program.", failure.Message);
    }

    [Fact]
    public async Task File_Damaged_IsSaid()
    {
        await _keys.AddAsync();
        var bytes = File.ReadAllBytes(_keys.File);
        bytes.AsSpan(100).Fill(0xff);
        File.WriteAllBytes(_keys.File, bytes);

        var failure = await Assert.ThrowsAsync<StoreException>(_keys.ListAsync);

        Assert.Equal(
            $"The database {_keys.File} is damaged: restore it, or move it away and make new keys.", failure.Message);
    }

    [Fact]
    public async Task File_OfAnotherKind_IsSaid()
    {
        File.WriteAllText(_keys.File, new string('x', 200));

        var failure = await Assert.ThrowsAsync<StoreException>(_keys.ListAsync);

        Assert.Equal($"{_keys.File} is not a SQLite database.", failure.Message);
    }

    [Fact]
    public void File_InAFolderThatIsNotThere_IsSaid()
    {
        var file = Path.Combine(_keys.File, "nowhere", "gateway.db");

        var failure = Assert.Throws<StoreException>(() => new GatewayDatabase(file).Open());

        Assert.StartsWith($"The database {file} cannot be made: ", failure.Message);
    }

    [Fact]
    public async Task File_OpenToOthers_IsNoticed()
    {
        if (OperatingSystem.IsWindows())
        {
            Assert.Skip("Windows has no file modes.");
            return;
        }

        await _keys.AddAsync();
        Assert.False(_keys.Database.IsOpenToOthers);

        File.SetUnixFileMode(_keys.File, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead);

        Assert.True(_keys.Database.IsOpenToOthers);
    }

    [Fact]
    public async Task File_MadeByManyAtOnce_IsMadeOnce()
    {
        Parallel.For(0, 4, _ => _keys.Database.Open().Dispose());

        Assert.Empty(await _keys.ListAsync());
    }

    public void Dispose() => _keys.Dispose();
}
