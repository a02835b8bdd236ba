using System.Security.Cryptography;
using System.Text;

namespace DroneDelivery.Gateway.Keys;

/// <summary>
/// What is kept of a key's secret. One round of SHA-256 is enough: a slow hash makes guessing passwords dear, and 256 random bits
/// cannot be guessed at any price. The salt keeps hashes of two files from being compared.
/// </summary>
internal sealed class SecretHash(byte[] salt, byte[] hash)
{
    /// <summary>Bytes. With the secret it just fits into one block of SHA-256, which ends with 9 bytes of its own.</summary>
    public const int SaltLength = 64 - 9 - ApiKey.SecretLength;

    public byte[] Salt => salt;

    public byte[] Hash => hash;

    public static SecretHash Of(ReadOnlySpan<char> secret)
    {
        var salt = RandomNumberGenerator.GetBytes(SaltLength);
        var hash = new byte[SHA256.HashSizeInBytes];
        Compute(salt, secret, hash);
        return new SecretHash(salt, hash);
    }

    /// <summary>Takes as long for any secret of the right length, whether it is the one or not.</summary>
    public static bool Matches(SecretHash stored, ReadOnlySpan<char> secret)
    {
        Span<byte> presented = stackalloc byte[SHA256.HashSizeInBytes];
        Compute(stored.Salt, secret, presented);
        return CryptographicOperations.FixedTimeEquals(presented, stored.Hash);
    }

    private static void Compute(ReadOnlySpan<byte> salt, ReadOnlySpan<char> secret, Span<byte> hash)
    {
        Span<byte> text = stackalloc byte[SaltLength + ApiKey.SecretLength];
        salt.CopyTo(text);
        Encoding.ASCII.GetBytes(secret, text[SaltLength..]);
        SHA256.HashData(text, hash);
        CryptographicOperations.ZeroMemory(text);
    }
}
