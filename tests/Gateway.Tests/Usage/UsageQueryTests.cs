using System.ComponentModel.DataAnnotations;
using System.Globalization;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Usage;
using DroneDelivery.ServiceDefaults.Authorization;
using DroneDelivery.TestSupport;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.Gateway.Tests.Usage;

public sealed class UsageQueryTests
{
    private static readonly DateTimeOffset Now = new(2026, 3, 1, 12, 34, 56, TimeSpan.Zero);
    private static readonly ServiceProvider Services =
        new ServiceCollection().AddSingleton<TimeProvider>(new ManualTimeProvider(Now)).BuildServiceProvider();

    private static readonly UsageQuery All = new(From: null, To: null, Key: null, Holder: null, Owner: null, Route: null);
    private static readonly Dictionary<string, StoredKey> Keys = new StoredKey[]
    {
        KeyOf("k1", "acme", "owner-0001"), KeyOf("k2", "acme", "owner-0002"), KeyOf("k3", "beta", "owner-0001"),
    }.ToDictionary(key => key.Id);

    [Theory]
    [InlineData(1, 60)]
    [InlineData(86_400, 60)]
    [InlineData(86_401, 3_600)]
    [InlineData(62 * 86_400, 3_600)]
    [InlineData((62 * 86_400) + 1, 86_400)]
    public void Filter_Period_DecidesTheLengthOfTheIntervals(int seconds, int expected) =>
        Assert.Equal(expected, FilterOf(All with { From = Now.AddSeconds(-seconds), To = Now }).Step);

    [Fact]
    public void Filter_WithoutTimes_IsTheHourUntilNowFromAWholeMinute()
    {
        var filter = FilterOf(All);

        Assert.Equal(Now.AddSeconds(-56).AddHours(-1).ToUnixTimeSeconds(), filter.From);
        Assert.Equal((Now.ToUnixTimeSeconds(), 60), (filter.To, filter.Step));
        Assert.Null(filter.Keys);
        Assert.Null(filter.Route);
    }

    [Fact]
    public void Filter_OnlyTheEnd_IsTheHourBeforeIt()
    {
        var end = At("2026-02-01T00:00:30Z");

        var filter = FilterOf(All with { To = end });

        Assert.Equal(
            (At("2026-01-31T23:00:00Z").ToUnixTimeSeconds(), end.ToUnixTimeSeconds()), (filter.From, filter.To));
    }

    [Fact]
    public void Filter_OnlyTheStart_BeginsWithItsMinuteAndEndsNow()
    {
        var filter = FilterOf(All with { From = At("2026-03-01T08:00:59Z"), Route = "/a" });

        Assert.Equal(
            (At("2026-03-01T08:00:00Z").ToUnixTimeSeconds(), Now.ToUnixTimeSeconds()), (filter.From, filter.To));
        Assert.Equal("/a", filter.Route);
    }

    [Theory]
    [InlineData("k1", null, null, new[] { "k1" })]
    [InlineData("unknown", null, null, new[] { "unknown" })]
    [InlineData(null, "acme", null, new[] { "k1", "k2" })]
    [InlineData(null, null, "owner-0001", new[] { "k1", "k3" })]
    [InlineData(null, "acme", "owner-0001", new[] { "k1" })]
    [InlineData("k2", "acme", null, new[] { "k2" })]
    [InlineData("k3", "acme", null, new string[0])]
    [InlineData("k3", null, "owner-0001", new[] { "k3" })]
    [InlineData("k2", null, "owner-0001", new string[0])]
    [InlineData("unknown", "acme", null, new string[0])]
    public void Filter_KeyHolderOrOwner_SelectsTheKeysThatFitAll(string? key, string? holder, string? owner, string[] expected) =>
        Assert.Equal(expected, FilterOf(All with { Key = key, Holder = holder, Owner = owner }).Keys!.Order());

    [Theory]
    [InlineData("2026-01-01T00:00:00Z")]
    [InlineData("2026-01-01T00:00:01Z")]
    public void Validate_StartIsNotBeforeTheEnd_NamesBoth(string from)
    {
        var fault = Assert.Single(Validate(All with { From = At(from), To = At("2026-01-01T00:00:00Z") }));

        Assert.Equal($"{from[..^1]}.0000000+00:00 is not before 2026-01-01T00:00:00.0000000+00:00, the end.", fault.ErrorMessage);
        Assert.Equal(["from"], fault.MemberNames);
    }

    [Theory]
    [InlineData("1970-01-01T00:59:59Z", null)]
    [InlineData("1970-01-01T00:59:59Z", "2026-01-01T00:00:00Z")]
    [InlineData(null, "1970-01-01T00:59:59Z")]
    public void Validate_TimeBeforeTheFirst_IsRefused(string? from, string? to)
    {
        var fault = Assert.Single(Validate(Between(from, to)));

        Assert.Equal("Usage of a time before 1970-01-01T01:00:00Z cannot be asked for.", fault.ErrorMessage);
        Assert.Equal(["from"], fault.MemberNames);
    }

    [Fact]
    public void Validate_StartInTheFutureWithoutAnEnd_IsRefused()
    {
        var fault = Assert.Single(Validate(All with { From = Now }));

        Assert.Equal("2026-03-01T12:34:56.0000000+00:00 is in the future.", fault.ErrorMessage);
        Assert.Equal(["from"], fault.MemberNames);
    }

    [Theory]
    [InlineData(null, null)]
    [InlineData("2026-03-01T12:34:55Z", null)]
    [InlineData("2026-03-01T12:34:56Z", "2026-03-01T12:34:57Z")]
    [InlineData("1970-01-01T01:00:00Z", null)]
    [InlineData(null, "1970-01-01T01:00:00Z")]
    [InlineData("2026-01-01T00:00:00Z", "2026-01-01T00:00:01Z")]
    public void Validate_TimesThatCanBe_AreAllowed(string? from, string? to) => Assert.Empty(Validate(Between(from, to)));

    private static UsageFilter FilterOf(UsageQuery query) => query.FilterAt(Now, Keys);

    private static UsageQuery Between(string? from, string? to) =>
        All with { From = from is null ? null : At(from), To = to is null ? null : At(to) };

    private static DateTimeOffset At(string time) => DateTimeOffset.Parse(time, CultureInfo.InvariantCulture);

    private static IEnumerable<ValidationResult> Validate(UsageQuery query) => query.Validate(
        new ValidationContext(query, Services, items: null));

    private static StoredKey KeyOf(string id, string holder, string owner) => new(
        id,
        holder,
        "standard",
        KeyScopes.InvoicesRead,
        new AllowedOwners(owner),
        SecretHash.Create(ApiKey.Create().Secret),
        Now,
        ExpiresAt: null,
        RevokedAt: null);
}
