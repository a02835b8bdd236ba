using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text;

namespace DroneDelivery.CosmosEmulator.Protocol;

/// <summary>Checks the master-key signature in the Authorization header.</summary>
internal sealed class RequestSignature(string key)
{
    private const int SignatureBytes = 32;
    private const int KeptRequests = 16;
    private readonly byte[] _key = Convert.FromBase64String(key);

    // Requests whose signature was right. The date in it is in seconds, and clients send the same request to each partition.
    private readonly SignedRequest?[] _verified = new SignedRequest?[KeptRequests];

    /// <summary>Null when the signature is right, else the text for the client.</summary>
    public string? FindFault(string? authorization, string method, string path, string? date)
    {
        if (authorization is null)
        {
            return "The Authorization header is missing.";
        }

        ref var verified = ref _verified[(uint)authorization.GetHashCode(StringComparison.Ordinal) % KeptRequests];
        if (Volatile.Read(ref verified)?.Is(authorization, method, path, date) == true)
        {
            return null;
        }

        var token = Uri.UnescapeDataString(authorization);
        if (!token.StartsWith("type=master&", StringComparison.OrdinalIgnoreCase))
        {
            return "Only master-key authorization (type=master) is accepted; access tokens need --auth aad.";
        }

        if (FindMismatch(token, method, path, date ?? "") is not { } payload)
        {
            Volatile.Write(ref verified, new SignedRequest(authorization, method, path, date));
            return null;
        }

        return "The input authorization token can't serve the request. The wrong key is being used or the expected payload is not "
            + "built as per the protocol. Server used the following payload to sign: "
            + $"'{payload.Replace("\n", "\\n", StringComparison.Ordinal)}'.";
    }

    /// <summary>The header of a request that is signed with this key.</summary>
    public string Sign(string method, string path, string date)
    {
        var subject = SignedSubject.FromPath(path);
        var hash = HMACSHA256.HashData(_key, Encoding.UTF8.GetBytes(Payload(method, subject.Type, subject.Link, date)));
        return Uri.EscapeDataString($"type=master&ver=1.0&sig={Convert.ToBase64String(hash)}");
    }

    /// <summary>Null when the token's signature fits, else the payload that was to be signed.</summary>
    private string? FindMismatch(string token, string method, string path, string date)
    {
        var subject = SignedSubject.FromPath(path);
        var payload = Payload(method, subject.Type, subject.Link, date);
        if (IsSigned(token, payload))
        {
            return null;
        }

        // Addressed by RID, only the RID is signed, in lower case. Both forms are tried: a name may look like a RID.
        return subject.Rid is { } rid && IsSigned(token, Payload(method, subject.Type, rid, date)) ? null : payload;
    }

    private static string Payload(string method, string type, string link, string date) =>
        $"{method.ToLowerInvariant()}\n{type}\n{link}\n{date.ToLowerInvariant()}\n\n";

    private bool IsSigned(string token, string payload)
    {
        var at = token.IndexOf("sig=", StringComparison.OrdinalIgnoreCase);
        Span<byte> claimed = stackalloc byte[SignatureBytes + 4];
        if (at < 0 || !Convert.TryFromBase64Chars(token.AsSpan(at + 4), claimed, out var length))
        {
            return false;
        }

        Span<byte> text = payload.Length <= 256 ? stackalloc byte[768] : new byte[payload.Length * 3];
        var size = Encoding.UTF8.GetBytes(payload, text);
        Span<byte> expected = stackalloc byte[SignatureBytes];
        HMACSHA256.HashData(_key, text[..size], expected);
        return CryptographicOperations.FixedTimeEquals(expected, claimed[..length]);
    }

    private sealed record SignedRequest(string Authorization, string Method, string Path, string? Date)
    {
        public bool Is(string authorization, string method, string path, string? date) =>
            CryptographicOperations.FixedTimeEquals(MemoryMarshal.AsBytes<char>(authorization), MemoryMarshal.AsBytes<char>(Authorization))
            && method == Method && path == Path && date == Date;
    }
}
