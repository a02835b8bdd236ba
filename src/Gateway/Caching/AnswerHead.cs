using System.Text.Json;
using Microsoft.Extensions.Primitives;

namespace DroneDelivery.Gateway.Caching;

/// <summary>
/// Everything of an entry but the body of its response: the head of its file, from which a later process can restore the entry.
/// </summary>
/// <param name="ReceivedAt">When the response was received, by the system's clock.</param>
/// <param name="ReceivedSinceBoot">The same by the timestamps, which count from the start of the machine.</param>
/// <param name="Fresh">The time from then on to <see cref="CacheEntry.FreshUntil"/>; the times below likewise.</param>
internal sealed record AnswerHead(
    string Key, long AskedAt, DateTimeOffset ReceivedAt, TimeSpan ReceivedSinceBoot, TimeSpan Fresh, TimeSpan ServedStale,
    TimeSpan Kept, int Status, KeyValuePair<string, string?[]>[] Headers)
{
    public static byte[] Write(CacheEntry entry, CachedAnswer answer, TimeProvider time)
    {
        var head = new AnswerHead(
            entry.Key,
            entry.AskedAt,
            time.GetUtcNow() - time.GetElapsedTime(entry.MadeAt),
            time.GetElapsedTime(0, entry.MadeAt),
            time.GetElapsedTime(entry.MadeAt, entry.FreshUntil),
            time.GetElapsedTime(entry.MadeAt, entry.ServedStaleUntil),
            time.GetElapsedTime(entry.MadeAt, entry.KeptUntil),
            answer.Status,
            [.. answer.Headers.Select(header => KeyValuePair.Create<string, string?[]>(header.Key, [.. header.Value]))]);
        return JsonSerializer.SerializeToUtf8Bytes(head, GatewayJson.Default.AnswerHead);
    }

    public static AnswerHead Read(byte[] json) => JsonSerializer.Deserialize(json, GatewayJson.Default.AnswerHead)!;

    /// <summary>
    /// Restores the entry; null if it was received at a time that is still to come. The age of the response is the longer of the
    /// two that its times give. So a clock that was set back does not lengthen it, unless the machine was restarted too.
    /// </summary>
    public CacheEntry? Restore(byte[] body, TimeProvider time)
    {
        var now = time.GetTimestamp();
        var byClock = time.GetUtcNow() - ReceivedAt;
        var sinceBoot = time.GetElapsedTime(0, now) - ReceivedSinceBoot;
        if (byClock < TimeSpan.Zero)
        {
            return null;
        }

        var madeAt = now - time.TimestampsIn(byClock > sinceBoot ? byClock : sinceBoot);
        return new CacheEntry
        {
            Key = Key,
            AskedAt = AskedAt,
            MadeAt = madeAt,
            FreshUntil = madeAt + time.TimestampsIn(Fresh),
            ServedStaleUntil = madeAt + time.TimestampsIn(ServedStale),
            KeptUntil = madeAt + time.TimestampsIn(Kept),
            Answer = new CachedAnswer(
                Status, [.. Headers.Select(header => KeyValuePair.Create(header.Key, new StringValues(header.Value)))], body),
        };
    }
}
