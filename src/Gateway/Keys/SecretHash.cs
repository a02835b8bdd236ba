using System.Security.Cryptography;
using System.Text;

namespace DroneDelivery.Gateway.Keys;

/// <summary>
/// The salted hash of a key's secret. One round of SHA-256 is sufficient: a slow hash makes it expensive to guess passwords, but
/// 256 random bits cannot be guessed. The salt prevents comparing the hashes of two database files.
/// </summary>
internal sealed class SecretHash(byte[] salt, byte[] hash)
{
    /// <summary>In bytes. Salt and secret fill one 64-byte block of SHA-256, which ends with 9 bytes of padding.</summary>
    public const int SaltLength = 64 - 9 - ApiKey.SecretLength;

    public byte[] Salt { get; } = salt.Length == SaltLength ? salt : throw new ArgumentException("The salt has a wrong length.");

    public byte[] Hash { get; } =
        hash.Length == SHA256.HashSizeInBytes ? hash : throw new ArgumentException("The hash has a wrong length.");

    public static SecretHash Create(ReadOnlySpan<char> secret)
    {
        var salt = RandomNumberGenerator.GetBytes(SaltLength);
        var hash = new byte[SHA256.HashSizeInBytes];
        Compute(salt, secret, hash);
        return new SecretHash(salt, hash);
    }

    /// <summary>Returns whether a secret matches a hash. Takes the same time for every secret of the right length.</summary>
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
