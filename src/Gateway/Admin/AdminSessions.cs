using System.Security.Cryptography;
using DroneDelivery.Gateway.Keys;

namespace DroneDelivery.Gateway.Admin;

/// <summary>
/// The sessions of operators who signed in on the admin page, in memory: a restart ends them. A session ends when its key is
/// revoked or expires.
/// </summary>
internal sealed class AdminSessions(KeyRing keys, TimeProvider time)
{
    public const int MaxSessions = 100;

    public static readonly TimeSpan Lifetime = TimeSpan.FromHours(8);
    public static readonly TimeSpan IdleTimeout = TimeSpan.FromMinutes(15);

    private const int TokenBytes = 32;

    private readonly Lock _gate = new();
    private readonly Dictionary<string, AdminSession> _sessions = [];

    /// <summary>Begins a session. If there are too many, the one that was idle for the longest time ends.</summary>
    public AdminSession Begin(Caller caller)
    {
        var now = time.GetUtcNow();
        var session = new AdminSession(CreateToken(), CreateToken(), caller.KeyId, now + Lifetime) { UsedAt = now };
        lock (_gate)
        {
            foreach (var ended in _sessions.Values.Where(each => HasEnded(each, now)).ToList())
            {
                _sessions.Remove(ended.Id);
            }

            if (_sessions.Count >= MaxSessions)
            {
                _sessions.Remove(_sessions.Values.MinBy(each => each.UsedAt)!.Id);
            }

            _sessions.Add(session.Id, session);
        }

        return session;
    }

    /// <summary>Returns a session and the holder of its key, and records the use; null if the session has ended.</summary>
    public (AdminSession Session, KeyHolder Holder)? Find(string id)
    {
        var now = time.GetUtcNow();
        lock (_gate)
        {
            if (!_sessions.TryGetValue(id, out var session))
            {
                return null;
            }

            if (HasEnded(session, now) || keys.FindById(session.KeyId) is not { } holder)
            {
                _sessions.Remove(id);
                return null;
            }

            session.UsedAt = now;
            return (session, holder);
        }
    }

    public void End(string id)
    {
        lock (_gate)
        {
            _sessions.Remove(id);
        }
    }

    private static string CreateToken() => Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(TokenBytes));

    private static bool HasEnded(AdminSession session, DateTimeOffset now) =>
        now >= session.EndsAt || now >= session.UsedAt + IdleTimeout;
}

/// <param name="Id">The value of the cookie.</param>
/// <param name="CsrfToken">The page sends it in a header with each change.</param>
/// <param name="KeyId">The id of the key that the operator signed in with.</param>
internal sealed record AdminSession(string Id, string CsrfToken, string KeyId, DateTimeOffset EndsAt)
{
    public DateTimeOffset UsedAt { get; set; }
}
