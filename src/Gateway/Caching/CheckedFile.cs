using System.Buffers.Binary;
using System.Security.Cryptography;

namespace DroneDelivery.Gateway.Caching;

/// <summary>
/// The content of a file with two parts, head and body: a checksum of all that follows, the length of the head, and the parts.
/// So a file that is torn or altered is recognized.
/// </summary>
internal static class CheckedFile
{
    private const int HeadAt = SHA256.HashSizeInBytes + sizeof(int);

    public static byte[] Format(byte[] head, byte[] body)
    {
        var content = new byte[HeadAt + head.Length + body.Length];
        BinaryPrimitives.WriteInt32LittleEndian(content.AsSpan(SHA256.HashSizeInBytes), head.Length);
        head.CopyTo(content, HeadAt);
        body.CopyTo(content, HeadAt + head.Length);
        SHA256.HashData(content.AsSpan(SHA256.HashSizeInBytes), content);
        return content;
    }

    /// <summary>Returns the parts; null if the content is not whole.</summary>
    public static (byte[] Head, byte[] Body)? Parse(byte[] content)
    {
        if (content.Length < HeadAt)
        {
            return null;
        }

        var rest = content.AsSpan(SHA256.HashSizeInBytes);
        if (!content.AsSpan().StartsWith(SHA256.HashData(rest)))
        {
            return null;
        }

        var bodyAt = HeadAt + BinaryPrimitives.ReadInt32LittleEndian(rest);
        return (content[HeadAt..bodyAt], content[bodyAt..]);
    }
}
