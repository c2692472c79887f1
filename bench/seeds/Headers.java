// SPDX-License-Identifier: GPL-2.0-only OR MIT

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The header parse as a load driver does it, in three variants. Usage:
 * Headers VARIANT RESPONSES SECONDS HEX, where HEX is the bytes of a response.
 * Prints nanoseconds for all responses: the first time, then the least and the
 * median when warm, from parts of a twentieth; how many those were; and the answer.
 */
public final class Headers {
	private static final String[] PATTERN =
		{ "\r\n\r\n", "Content-Length:", "Connection: Close" };
	private static final byte[][] BYTES = new byte[PATTERN.length][];
	private static final int PARTS = 20;
	private static byte[] response;
	private static String reused;

	private static int indexOf(byte[] bytes, byte[] pattern) {
		int last = bytes.length - pattern.length;

		for (int pos = 0; pos <= last; pos++) {
			int i = 0;

			while (i < pattern.length && bytes[pos + i] == pattern[i])
				i++;
			if (i == pattern.length)
				return pos;
		}
		return -1;
	}

	private static long inString(String text) {
		long sum = 0;

		for (String pattern : PATTERN)
			sum = 1000 * sum + text.indexOf(pattern) + 1;
		return sum;
	}

	private static long inBytes(byte[] bytes) {
		long sum = 0;

		for (byte[] pattern : BYTES)
			sum = 1000 * sum + indexOf(bytes, pattern) + 1;
		return sum;
	}

	private static long newString(int times) {
		long sum = 0;

		for (int i = 0; i < times; i++)
			sum += inString(new String(response, StandardCharsets.ISO_8859_1));
		return sum;
	}

	private static long bytes(int times) {
		long sum = 0;

		for (int i = 0; i < times; i++)
			sum += inBytes(response);
		return sum;
	}

	private static long reusedString(int times) {
		long sum = 0;

		for (int i = 0; i < times; i++)
			sum += inString(reused);
		return sum;
	}

	private static long run(String variant, int times) {
		switch (variant) {
		case "new-string":
			return newString(times);
		case "bytes":
			return bytes(times);
		case "reused-string":
			return reusedString(times);
		default:
			throw new IllegalArgumentException(variant);
		}
	}

	public static void main(String[] args) {
		int times = Integer.parseInt(args[1]);
		long budget = (long) (Double.parseDouble(args[2]) * 1e9);
		long[] took = new long[100000];
		int nr = 0;

		response = new byte[args[3].length() / 2];
		for (int i = 0; i < response.length; i++)
			response[i] = (byte) Integer.parseInt(args[3].substring(2 * i, 2 * i + 2), 16);
		for (int i = 0; i < PATTERN.length; i++)
			BYTES[i] = PATTERN[i].getBytes(StandardCharsets.ISO_8859_1);
		reused = new String(response, StandardCharsets.ISO_8859_1);

		long start = System.nanoTime();
		long answer = run(args[0], times);
		long cold = System.nanoTime() - start;
		long begin = System.nanoTime(), now = begin;

		// What is warm is the second half; fewer rounds than that are no warm-up.
		while (nr < 20 * PARTS || (now - begin < budget && nr < took.length)) {
			long other = PARTS * run(args[0], times / PARTS);
			long end = System.nanoTime();

			if (other != answer)
				answer = -1;
			took[nr++] = end - now;
			now = end;
		}
		long[] warm = Arrays.copyOfRange(took, nr / 2, nr);

		Arrays.sort(warm);
		System.out.println(cold + " " + PARTS * warm[0] + " " + PARTS * warm[warm.length / 2] + " "
			+ warm.length + " " + Long.toUnsignedString(answer));
	}
}
