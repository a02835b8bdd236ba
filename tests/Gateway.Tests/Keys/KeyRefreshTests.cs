using System.Net;
using DroneDelivery.Gateway.Database;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Usage;
using DroneDelivery.TestSupport;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.Gateway.Tests.Keys;

/// <summary>Keys changed by somebody else: the store of a test has connections of its own, as another process has.</summary>
public sealed class KeyRefreshTests(SharedGateway shared) : IClassFixture<SharedGateway>
{
    private static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(250);

    [Fact]
    public async Task Key_RevokedByAnother_IsRefusedAfterTheNextPoll()
    {
        var keyed = shared.Gateway;
        var key = await keyed.AddAsync();
        Assert.Equal(HttpStatusCode.OK, await keyed.StatusOfAsync(key.Reveal()));

        await keyed.Keys.RevokeAsync(key.Id);

        keyed.Gateway.Time.Advance(Poll - TimeSpan.FromTicks(1));
        Assert.Equal(HttpStatusCode.OK, await keyed.StatusOfAsync(key.Reveal()));
        keyed.Gateway.Time.Advance(TimeSpan.FromTicks(1));
        Assert.Equal(HttpStatusCode.Unauthorized, await keyed.StatusOfAsync(key.Reveal()));
    }

    [Fact]
    public async Task Keys_AddedAndRotatedByAnother_AreBothTakenAfterTheNextPoll()
    {
        var keyed = shared.Gateway;
        Assert.Equal(HttpStatusCode.Unauthorized, await keyed.StatusOfAsync(key: null));

        var first = await keyed.Keys.AddAsync("rotating");
        var second = (await keyed.Keys.RotateAsync(first.Id)).Issued!.Key;
        keyed.Poll();

        Assert.Equal(HttpStatusCode.OK, await keyed.StatusOfAsync(first.Reveal()));
        Assert.Equal(HttpStatusCode.OK, await keyed.StatusOfAsync(second.Reveal()));
    }

    // An exception of another type would end the process on the thread of a timer.
    [Fact]
    public async Task Key_CannotBeRead_LastKnownKeysAreServedAndTheKeyIsNamed()
    {
        await using var keyed = await KeyedGateway.StartAsync();
        var key = (await keyed.Keys.AddAsync()).Reveal();
        Assert.Equal(HttpStatusCode.OK, await keyed.StatusOfAsync(key));
        var broken = (await keyed.Keys.AddAsync("broken")).Id;

        using (var connection = keyed.Keys.Database.OpenExisting())
        {
            connection.Execute("UPDATE api_keys SET created_at = $at WHERE id = $id", ("$at", long.MaxValue), ("$id", broken));
        }

        keyed.Poll();

        Assert.Equal(HttpStatusCode.OK, await keyed.StatusOfAsync(key));
        Assert.Contains($": Key {broken} cannot be read: ", Assert.Single(keyed.Gateway.Warnings.Lines));
    }

    [Fact]
    public async Task File_CannotBeRead_LastKnownKeysAreServedAndItIsSaidOnce()
    {
        await using var keyed = await KeyedGateway.StartAsync();
        var key = (await keyed.Keys.AddAsync()).Reveal();
        Assert.Equal(HttpStatusCode.OK, await keyed.StatusOfAsync(key));

        File.Move(keyed.Keys.File, $"{keyed.Keys.File}.away");
        keyed.Gateway.Time.Advance(4 * Poll);
        Assert.Equal(HttpStatusCode.OK, await keyed.StatusOfAsync(key));
        File.Move($"{keyed.Keys.File}.away", keyed.Keys.File);
        keyed.Gateway.Time.Advance(4 * Poll);

        Assert.Equal(HttpStatusCode.OK, await keyed.StatusOfAsync(key));
        Assert.Equal(
            [
                $"Keys could not be read; the last known keys are used for up to 00:01:00, then requests are refused: "
                    + $"There is no database {keyed.Keys.File}: "
                    + "check the path, or create it with \"keys add --create\".",
                "Keys were read again",
            ],
            keyed.Gateway.Warnings.Lines);
    }

    [Fact]
    public async Task File_CannotBeReadForLong_RequestsAreRefusedAndReadinessSaysSo()
    {
        await using var keyed = await KeyedGateway.StartAsync();
        var key = (await keyed.Keys.AddAsync()).Reveal();
        Assert.Equal(HttpStatusCode.OK, await keyed.StatusOfAsync(key));

        File.Move(keyed.Keys.File, $"{keyed.Keys.File}.away");
        keyed.Gateway.Time.Advance(TimeSpan.FromMinutes(1));
        Assert.Equal(HttpStatusCode.OK, await keyed.StatusOfAsync(key));
        keyed.Gateway.Time.Advance(Poll);
        using (var refused = await keyed.SendAsync(key))
        {
            Assert.Equal((HttpStatusCode.ServiceUnavailable, "1"), (refused.StatusCode, refused.Headers.RetryAfter?.ToString()));
            Assert.Equal("keys-unavailable", (await refused.ReadProblemAsync()).GetProperty("failure").GetString());
        }

        Assert.Contains("The keys were last read 00:01:00", await ReadinessAsync(keyed));

        File.Move($"{keyed.Keys.File}.away", keyed.Keys.File);
        keyed.Gateway.Time.Advance(Poll);
        Assert.Equal(HttpStatusCode.OK, await keyed.StatusOfAsync(key));
        Assert.DoesNotContain("The keys were last read", await ReadinessAsync(keyed));
    }

    [Fact]
    public async Task File_PutInPlaceOfAnother_ItsKeysCount()
    {
        await using var keyed = await KeyedGateway.StartAsync();
        var old = (await keyed.Keys.AddAsync()).Reveal();
        Assert.Equal(HttpStatusCode.OK, await keyed.StatusOfAsync(old));

        foreach (var file in Directory.GetFiles(Path.GetDirectoryName(keyed.Keys.File)!))
        {
            File.Delete(file);
        }

        var added = (await keyed.Keys.AddAsync()).Reveal();
        keyed.Gateway.Time.Advance(Poll);

        Assert.Equal(HttpStatusCode.Unauthorized, await keyed.StatusOfAsync(old));
        Assert.Equal(HttpStatusCode.OK, await keyed.StatusOfAsync(added));
    }

    [Fact]
    public async Task Key_OfAPlanThatIsNotThere_IsLeftOutAndNamed()
    {
        var keyed = shared.Gateway;
        Assert.Equal(HttpStatusCode.Unauthorized, await keyed.StatusOfAsync(key: null));

        var key = await keyed.Keys.AddAsync("golden", plan: "gold");
        keyed.Poll();

        Assert.Equal(HttpStatusCode.Unauthorized, await keyed.StatusOfAsync(key.Reveal()));
        Assert.Contains(
            $"Key {key.Id} was left out: there is no plan gold among free, standard, unlimited",
            keyed.Gateway.Warnings.Lines);
    }

    [Fact]
    public async Task Key_OfAPlanThatIsNotThere_IsNamedOnceForEachChangeOfKeysAndNotForUsage()
    {
        await using var keyed = await KeyedGateway.StartAsync();
        keyed.Gateway.With("Usage:Mode", "sqlite");
        await keyed.Keys.AddAsync("golden", plan: "gold");
        for (var i = 0; i < 3; i++)
        {
            await keyed.StatusOfAsync(key: null);
            await keyed.Gateway.Services.GetRequiredService<UsageFlusher>().FlushAsync(TestContext.Current.CancellationToken);
            keyed.Poll();
        }

        Assert.Single(keyed.Gateway.Warnings.Lines);
        await keyed.AddAsync();
        Assert.Equal(2, keyed.Gateway.Warnings.Lines.Count);
    }

    [Fact]
    public async Task Reload_KeyIsTheSame_KeepsItsCaller()
    {
        var keyed = shared.Gateway;
        var key = (await keyed.AddAsync()).Reveal();
        await keyed.StatusOfAsync(key);
        var ring = keyed.Gateway.Services.GetRequiredService<KeyRing>();
        var (count, before) = (ring.Count, ring.Find(key)!.Caller);

        await keyed.AddAsync();

        Assert.Equal(count + 1, ring.Count);
        Assert.Same(before, ring.Find(key)!.Caller);
    }

    private static async Task<string> ReadinessAsync(KeyedGateway keyed)
    {
        using var response = await keyed.SendAsync(key: null, "/health/ready");
        return await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
    }
}
